import type { Actor, Project } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import type { Scope } from '../domain/scopes.ts';
import type { Clock } from '../lib/clock.ts';
import { hashToken, type Sealer } from '../lib/seal.ts';
import type { Database, Queryable } from '../store/database.ts';
import { findOrCreateProject, findProject, listProjects } from '../store/projects.ts';
import {
  findActor,
  findPrimaryToken,
  insertToken,
  listTokens,
  revokeTokenById,
  tokenEndOf,
  touchToken,
} from '../store/tokens.ts';
import type { Accounts, TokenInput } from './accounts.ts';
import { invalid, notFound, requireText } from './checks.ts';
import { isLasting, refuseForeignApplication } from './lasting.ts';
import { newToken } from './new-token.ts';

type Tokens = Pick<
  Accounts,
  'authenticate' | 'ownToken' | 'tokens' | 'isLasting' | 'addToken' | 'revokeToken'
>;

export interface TokenParts {
  database: Database;
  sealer: Sealer;
  clock: Clock;
  /** Looks up tokens issued elsewhere, such as OAuth access tokens. */
  findOther: ((token: string) => Promise<Actor | undefined>) | undefined;
}

export function createTokens({ database, sealer, clock, findOther }: TokenParts): Tokens {
  /** Tokens visible to the actor: own ones, all for owners, limited to the project of a project token. */
  const visible = async (actor: Actor) => {
    const userId = actor.role === 'owner' ? undefined : actor.userId;
    const all = await listTokens(database, actor.accountId, userId);
    if (actor.projectId === null) return all;
    const own = await ownProject(database, actor);
    return all.filter(({ project }) => project === own?.name);
  };

  return {
    async authenticate(token) {
      const found = await findActor(database, hashToken(token));
      if (!found) return findOther?.(token);
      const { isUseStale, ...actor } = found;
      if (isUseStale && actor.means.kind === 'token') await touchToken(database, actor.means.id);
      return actor;
    },

    async ownToken(actor) {
      const primary = await findPrimaryToken(database, actor.userId);
      const isTheirs = actor.means.kind === 'token' && actor.means.id === primary?.id;
      return isTheirs && primary.sealed ? sealer.open(primary.sealed) : null;
    },

    tokens: visible,
    isLasting: (actor) => isLasting(database, actor),

    async addToken(actor, input) {
      refuseForeignApplication(actor, 'tokens');
      const name = requireText('name', input.name);
      const secret = newToken();
      const scopes = scopesFor(actor, input.scopes);
      const expiresAt = await endFor(database, clock, actor, input.expiresAt);
      const token = await database.transaction(async (tx) =>
        insertToken(tx, {
          userId: actor.userId,
          name,
          hash: hashToken(secret),
          sealed: null,
          isPrimary: false,
          scopes,
          projectId: await projectFor(tx, actor, input.project),
          expiresAt,
        }),
      );
      return { token, secret };
    },

    async revokeToken(actor, tokenId) {
      const token = (await visible(actor)).find(({ id }) => id === tokenId);
      if (!token) throw notFound('token', tokenId);
      if (token.isPrimary) {
        throw new AppError(
          'conflict',
          `Token ${tokenId} is the primary token of user ${token.userId} and cannot be revoked. Change SPATE_TOKEN for the first owner's, or remove the user.`,
        );
      }
      await database.transaction((tx) => revokeTokenById(tx, tokenId), { isIdempotent: true });
    },
  };
}

function scopesFor(actor: Actor, wanted: readonly Scope[] | undefined): readonly Scope[] {
  if (wanted === undefined) return actor.scopes;
  if (wanted.length === 0) throw invalid('token[scopes]', 'At least one scope is required.');
  const beyond = wanted.filter((scope) => !actor.scopes.includes(scope));
  if (beyond.length > 0) {
    throw new AppError(
      'not_allowed',
      `Your scopes are ${actor.scopes.join(', ')}. You cannot grant ${beyond.join(', ')}.`,
    );
  }
  return [...new Set(wanted)];
}

async function projectFor(tx: Queryable, actor: Actor, name: TokenInput['project']): Promise<number | null> {
  if (actor.projectId !== null) {
    const own = await ownProject(tx, actor);
    if (name === undefined || name === own?.name) return actor.projectId;
    throw new AppError(
      'not_allowed',
      `Your access is restricted to the project ${own?.name}. A new token must have the same restriction.`,
    );
  }
  if (name === undefined) return null;
  if (actor.role !== 'viewer') return (await findOrCreateProject(tx, actor.accountId, name)).id;
  const found = await findProject(tx, actor.accountId, name);
  if (!found) throw invalid('token[project]', `Project not found: ${name}.`);
  return found.id;
}

async function ownProject(db: Queryable, actor: Actor): Promise<Project | undefined> {
  return (await listProjects(db, actor.accountId)).find(({ id }) => id === actor.projectId);
}

/** A new token cannot outlive the token that creates it. */
async function endFor(
  db: Queryable,
  clock: Clock,
  actor: Actor,
  wanted: Date | undefined,
): Promise<Date | null> {
  if (wanted !== undefined && wanted.getTime() <= clock.nowMs())
    throw invalid('token[expires_at]', 'The expiry must be in the future.');
  const own = await tokenEndOf(db, actor.means);
  if (wanted === undefined || own === null) return wanted ?? own;
  if (wanted <= own) return wanted;
  throw new AppError(
    'not_allowed',
    `Your token expires at ${own.toISOString()}. A new token cannot expire later.`,
  );
}
