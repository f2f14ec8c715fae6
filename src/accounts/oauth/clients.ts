import type { ClientMetadata } from 'oidc-provider';
import { scopes } from '../../domain/scopes.ts';
import { findApplication } from '../../store/applications.ts';
import type { Queryable } from '../../store/database.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
/** What every application may also ask for: who the person is. */
const identityScopes = ['openid', 'email', 'profile', 'offline_access'];

/** The application that `spate login` is. */
const cliClientId = 'spate-cli';
/** Whoever sends a name and a password without saying what they are; there only where that is allowed. */
export const passwordClientId = 'spate-password';

const builtIn: Readonly<Record<string, ClientMetadata>> = {
  [cliClientId]: publicClient(cliClientId, 'The Spate command line', [deviceGrant, 'refresh_token']),
  [passwordClientId]: publicClient(passwordClientId, 'A program that signs in by password', [
    'password',
    'refresh_token',
  ]),
};

export const builtInClientIds: readonly string[] = Object.keys(builtIn);

export function builtInName(clientId: string): string | undefined {
  return builtIn[clientId]?.client_name;
}

/** What the OAuth server knows of an application. The place of the secret is taken by its hash. */
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
    // A native one may listen on any port of the loopback address (RFC 8252).
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
