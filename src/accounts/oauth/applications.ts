import { randomBytes } from 'node:crypto';
import type { Actor, Application, GrantType } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import { scopes as allScopes, type Scope } from '../../domain/scopes.ts';
import { newId } from '../../lib/id.ts';
import { hashToken } from '../../lib/seal.ts';
import {
  insertApplication,
  listApplications,
  markApplicationRevoked,
  replaceApplicationSecret,
} from '../../store/applications.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { deleteRecordsOfApplication } from '../../store/oauth-records.ts';
import { isLasting, refuseForeignApplication } from '../lasting.ts';
import { problemOfRedirectUri } from './redirect-uri.ts';

/** OAuth 2.0 clients. */
export interface Applications {
  /** Applications of the caller; owners see all. */
  list(actor: Actor): Promise<Application[]>;
  /** Returns the secret, which is not stored; null for public clients. */
  add(actor: Actor, input: ApplicationInput): Promise<{ application: Application; secret: string | null }>;
  /** Revokes all its tokens. */
  revoke(actor: Actor, id: string): Promise<void>;
  /** The old secret stops working immediately. */
  renewSecret(actor: Actor, id: string): Promise<{ application: Application; secret: string }>;
}

export interface ApplicationInput {
  name: string;
  redirectUris: readonly string[];
  isConfidential: boolean;
  /** Default: derived from the other fields. */
  grantTypes: readonly GrantType[] | undefined;
  /** Default: read. */
  scopes: readonly Scope[] | undefined;
}

export function createApplications(database: Database): Applications {
  const list = (actor: Actor) =>
    listApplications(database, actor.accountId, actor.role === 'owner' ? undefined : actor.userId);
  const require = async (actor: Actor, id: string) => {
    const application = (await list(actor)).find((each) => each.id === id);
    if (!application) throw new AppError('not_found', `No application with id ${id}.`);
    return application;
  };
  return {
    list,

    async add(actor, input) {
      await refuseNarrowToken(database, actor);
      const secret = input.isConfidential ? newSecret() : null;
      const application = {
        ...checked(actor, input),
        id: newId(),
        accountId: actor.accountId,
        userId: actor.userId,
        secretHash: secret === null ? null : hashToken(secret),
      };
      return { application: await insertApplication(database, application), secret };
    },

    async revoke(actor, id) {
      refuseProjectToken(actor);
      await require(actor, id);
      await database.transaction(
        async (tx) => {
          await markApplicationRevoked(tx, id);
          await deleteRecordsOfApplication(tx, id);
        },
        { isIdempotent: true },
      );
    },

    async renewSecret(actor, id) {
      await refuseNarrowToken(database, actor);
      const application = await require(actor, id);
      if (!application.isConfidential)
        throw new AppError('conflict', `Application ${id} is a public client without a secret.`);
      refuseWiderScopes(actor, application.scopes);
      // The secret of an application that acts as its creator gives access to that user.
      if (application.userId !== actor.userId)
        throw new AppError(
          'not_allowed',
          'Only the user who registered an application can create a new secret.',
        );
      const secret = newSecret();
      await replaceApplicationSecret(database, id, hashToken(secret));
      return { application, secret };
    },
  };
}

function newSecret(): string {
  return `spate_secret_${randomBytes(32).toString('hex')}`;
}

/** Applications have access to all projects and no expiry: restricted tokens cannot create them. */
async function refuseNarrowToken(db: Queryable, actor: Actor): Promise<void> {
  refuseProjectToken(actor);
  refuseForeignApplication(actor, 'applications or their secrets');
  if (!(await isLasting(db, actor)))
    throw new AppError(
      'not_allowed',
      'An application would outlive the expiry of this token. Sign in with your password, or use a token without expiry.',
    );
}

function refuseProjectToken(actor: Actor): void {
  if (actor.projectId !== null)
    throw new AppError('not_allowed', 'A token of one project cannot manage applications. Sign in instead.');
}

function checked(actor: Actor, input: ApplicationInput) {
  const name = input.name.trim();
  if (name === '') throw invalid('name', 'The name of the application must not be empty.');
  const scopes = input.scopes ?? ['read'];
  refuseWiderScopes(actor, scopes);
  for (const uri of input.redirectUris) {
    const problem = problemOfRedirectUri(uri, input.isConfidential);
    if (problem !== undefined) throw invalid('redirect_uris', problem);
  }
  const grantTypes = input.grantTypes ?? defaultGrantTypes(input);
  refuseGrantTypes(grantTypes, input);
  return {
    name,
    redirectUris: [...new Set(input.redirectUris)],
    grantTypes: [...new Set(grantTypes)],
    scopes: allScopes.filter((scope) => scopes.includes(scope)),
  };
}

function defaultGrantTypes({ redirectUris, isConfidential }: ApplicationInput): GrantType[] {
  if (redirectUris.length > 0) return ['authorization_code', 'refresh_token'];
  return isConfidential
    ? ['client_credentials']
    : ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'];
}

function refuseGrantTypes(grantTypes: readonly GrantType[], input: ApplicationInput): void {
  if (grantTypes.length === 0 || grantTypes.every((type) => type === 'refresh_token'))
    throw invalid('grant_types', 'A grant type other than refresh_token is required.');
  if (grantTypes.includes('client_credentials') && !input.isConfidential)
    throw invalid('grant_types', 'The grant type client_credentials requires a confidential application.');
  const needsRedirect = grantTypes.includes('authorization_code');
  if (needsRedirect && input.redirectUris.length === 0)
    throw invalid('redirect_uris', 'The grant type authorization_code requires a redirect URI.');
}

function refuseWiderScopes(actor: Actor, scopes: readonly Scope[]): void {
  const wider = scopes.filter((scope) => !actor.scopes.includes(scope));
  if (wider.length > 0)
    throw new AppError(
      'not_allowed',
      `Your token does not have the scopes ${wider.join(', ')} and cannot grant them.`,
    );
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid', message, [{ code: 'invalid', message, field: `application[${field}]` }]);
}
