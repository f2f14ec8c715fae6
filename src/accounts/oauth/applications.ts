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

/** Programs that people let act for them. */
export interface Applications {
  /** The caller's own; an owner sees everybody's. */
  list(actor: Actor): Promise<Application[]>;
  /** The secret is in the answer and nowhere else after that; null for one that can keep none. */
  add(actor: Actor, input: ApplicationInput): Promise<{ application: Application; secret: string | null }>;
  /** Ends everything that it was given. */
  revoke(actor: Actor, id: string): Promise<void>;
  /** The old secret ends at once. */
  renewSecret(actor: Actor, id: string): Promise<{ application: Application; secret: string }>;
}

export interface ApplicationInput {
  name: string;
  redirectUris: readonly string[];
  isConfidential: boolean;
  /** Undefined: what the rest asks for. */
  grantTypes: readonly GrantType[] | undefined;
  /** Undefined: to look only. */
  scopes: readonly Scope[] | undefined;
}

export function createApplications(database: Database): Applications {
  const list = (actor: Actor) =>
    listApplications(database, actor.accountId, actor.role === 'owner' ? undefined : actor.userId);
  const require = async (actor: Actor, id: string) => {
    const application = (await list(actor)).find((each) => each.id === id);
    if (!application) throw new AppError('not_found', `There is no application ${id}.`);
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
        throw new AppError('conflict', `Application ${id} can keep no secret, so it has none.`);
      refuseWiderScopes(actor, application.scopes);
      // Whoever knew the secret of an application that acts for its maker would be that person.
      if (application.userId !== actor.userId)
        throw new AppError('not_allowed', 'Only whoever registered an application may give it a new secret.');
      const secret = newSecret();
      await replaceApplicationSecret(database, id, hashToken(secret));
      return { application, secret };
    },
  };
}

function newSecret(): string {
  return `spate_secret_${randomBytes(32).toString('hex')}`;
}

/** An application acts everywhere, and until it is revoked; a token must not get out of its project or past its end that way. */
async function refuseNarrowToken(db: Queryable, actor: Actor): Promise<void> {
  refuseProjectToken(actor);
  refuseForeignApplication(actor, 'applications or their secrets');
  if (!(await isLasting(db, actor)))
    throw new AppError(
      'not_allowed',
      'An application would outlive the token that you ask with, which has an end. Sign in with your password, or use a token without one.',
    );
}

function refuseProjectToken(actor: Actor): void {
  if (actor.projectId !== null)
    throw new AppError('not_allowed', 'A token for one project may not manage applications. Sign in.');
}

function checked(actor: Actor, input: ApplicationInput) {
  const name = input.name.trim();
  if (name === '') throw invalid('name', 'An application needs a name that people know it by.');
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
    throw invalid('grant_types', 'An application needs a grant type by which it gets its first token.');
  if (grantTypes.includes('client_credentials') && !input.isConfidential)
    throw invalid('grant_types', 'Only an application that can keep a secret may use client_credentials.');
  const needsRedirect = grantTypes.includes('authorization_code');
  if (needsRedirect && input.redirectUris.length === 0)
    throw invalid('redirect_uris', 'The grant type authorization_code needs a redirect address.');
}

function refuseWiderScopes(actor: Actor, scopes: readonly Scope[]): void {
  const wider = scopes.filter((scope) => !actor.scopes.includes(scope));
  if (wider.length > 0)
    throw new AppError('not_allowed', `Your token has no ${wider.join(', ')}, so it cannot pass it on.`);
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid', message, [{ code: 'invalid', message, field: `application[${field}]` }]);
}
