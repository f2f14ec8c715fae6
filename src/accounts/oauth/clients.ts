import type { ClientMetadata } from 'oidc-provider';
import { scopes } from '../../domain/scopes.ts';
import { findApplication } from '../../store/applications.ts';
import type { Queryable } from '../../store/database.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
/** Identity scopes, available to every application. */
const identityScopes = ['openid', 'email', 'profile', 'offline_access'];

/** Client id of `spate login`. */
const cliClientId = 'spate-cli';
/** Client of password grants without a client id; only if the grant is enabled. */
export const passwordClientId = 'spate-password';

const builtIn: Readonly<Record<string, ClientMetadata>> = {
  [cliClientId]: publicClient(cliClientId, 'Spate CLI', [deviceGrant, 'refresh_token']),
  [passwordClientId]: publicClient(passwordClientId, 'Program with password sign-in', [
    'password',
    'refresh_token',
  ]),
};

export const builtInClientIds: readonly string[] = Object.keys(builtIn);

export function builtInName(clientId: string): string | undefined {
  return builtIn[clientId]?.client_name;
}

/** Client metadata for the OAuth library, with the hash in place of the secret. */
export async function findClient(
  db: Queryable,
  clientId: string,
  isPasswordGrantOn: boolean,
): Promise<ClientMetadata | undefined> {
  if (clientId === passwordClientId && !isPasswordGrantOn) return undefined;
  if (Object.hasOwn(builtIn, clientId)) return builtIn[clientId];
  const application = await findApplication(db, clientId);
  if (!application) return undefined;
  const { name, redirectUris, grantTypes, secretHash } = application;
  return {
    client_id: clientId,
    client_name: name,
    redirect_uris: [...redirectUris],
    grant_types: [...grantTypes],
    response_types: grantTypes.includes('authorization_code') ? ['code'] : [],
    response_modes: ['query'],
    scope: [...application.scopes, ...identityScopes].join(' '),
    // Native clients may listen on any loopback port (RFC 8252).
    application_type: secretHash ? 'web' : 'native',
    token_endpoint_auth_method: secretHash ? 'client_secret_basic' : 'none',
    ...(secretHash && { client_secret: secretHash.toString('hex') }),
  };
}

function publicClient(id: string, name: string, grantTypes: string[]): ClientMetadata {
  return {
    client_id: id,
    client_name: name,
    redirect_uris: [],
    grant_types: grantTypes,
    response_types: [],
    scope: [...scopes, ...identityScopes].join(' '),
    application_type: 'native',
    token_endpoint_auth_method: 'none',
  };
}
