import { randomBytes } from 'node:crypto';
import type { Actor, Role, User } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import { hashToken, type Sealer } from '../lib/seal.ts';
import { insertCredential, listCredentials, markCredentialRemoved } from '../store/credentials.ts';
import type { Database, Queryable } from '../store/database.ts';
import { listProjects } from '../store/projects.ts';
import {
  findActor,
  findPrimaryToken,
  insertToken,
  listTokens,
  revokeTokenById,
  revokeTokensOfUser,
  touchToken,
} from '../store/tokens.ts';
import {
  findAccount,
  findUser,
  insertUser,
  listUsers,
  lockAccount,
  markUserRemoved,
} from '../store/users.ts';
import type { Accounts, NewCredential } from './accounts.ts';
import { ensureFirst } from './ensure-first.ts';

export interface AccountsOptions {
  database: Database;
  sealer: Sealer;
}

export function createAccounts({ database, sealer }: AccountsOptions): Accounts {
  return {
    ensureFirst: (owner) =>
      database.transaction((tx) => ensureFirst(tx, sealer, owner), { isIdempotent: true }),

    async authenticate(token) {
      const found = await findActor(database, hashToken(token));
      if (!found) return undefined;
      const { isUseStale, ...actor } = found;
      if (isUseStale && actor.means.kind === 'token') await touchToken(database, actor.means.id);
      return actor;
    },

    async account(actor) {
      const account = await findAccount(database, actor.accountId);
      if (!account) throw notFound('account', actor.accountId);
      return account;
    },

    users: (actor) => listUsers(database, actor.accountId),
    user: (actor, userId) => requireUser(database, actor, userId),

    async ownToken(actor) {
      const primary = await findPrimaryToken(database, actor.userId);
      if (!primary?.sealed)
        throw new AppError('not_found', `User ${actor.userId} has no token that can be shown.`);
      return sealer.open(primary.sealed);
    },

    async addUser(actor, input) {
      requireOwner(actor, 'add users');
      const email = checkEmail(input.email);
      const role = checkRole(input.role);
      const token = newToken();
      const user = await database.transaction(async (tx) => {
        await lockAccount(tx, actor.accountId);
        const made = await insertUser(tx, { accountId: actor.accountId, email, role });
        if (!made) throw invalid('email', `There is already a user ${email}.`);
        await insertToken(tx, {
          userId: made.id,
          name: 'primary',
          hash: hashToken(token),
          sealed: sealer.seal(token),
          isPrimary: true,
        });
        return made;
      });
      return { user, token };
    },

    async removeUser(actor, userId) {
      requireOwner(actor, 'remove users');
      await database.transaction(
        async (tx) => {
          await lockAccount(tx, actor.accountId);
          const user = await requireUser(tx, actor, userId);
          const owners = (await listUsers(tx, actor.accountId)).filter(({ role }) => role === 'owner');
          if (user.role === 'owner' && owners.length === 1) {
            throw new AppError('conflict', `User ${userId} is the last owner. Make somebody else one first.`);
          }
          await markUserRemoved(tx, userId);
          await revokeTokensOfUser(tx, userId);
        },
        { isIdempotent: true },
      );
    },

    tokens: (actor) =>
      listTokens(database, actor.accountId, actor.role === 'owner' ? undefined : actor.userId),

    async addToken(actor, name) {
      const secret = newToken();
      const token = await database.transaction((tx) =>
        insertToken(tx, {
          userId: actor.userId,
          name: requireText('name', name),
          hash: hashToken(secret),
          sealed: null,
          isPrimary: false,
        }),
      );
      return { token, secret };
    },

    async revokeToken(actor, tokenId) {
      const visible = await listTokens(
        database,
        actor.accountId,
        actor.role === 'owner' ? undefined : actor.userId,
      );
      const token = visible.find(({ id }) => id === tokenId);
      if (!token) throw notFound('token', tokenId);
      if (token.isPrimary) {
        throw new AppError(
          'conflict',
          `Token ${tokenId} is the primary token of user ${token.userId} and cannot be revoked. Change SPATE_TOKEN for the first owner's, or remove the user.`,
        );
      }
      await database.transaction((tx) => revokeTokenById(tx, tokenId), { isIdempotent: true });
    },

    credentials: (actor) => listCredentials(database, actor.accountId),

    async addCredential(actor, input) {
      requireOwner(actor, 'add credentials');
      return database.transaction((tx) =>
        insertCredential(tx, {
          ...checkCredential(input),
          accountId: actor.accountId,
          sealedSecret: input.secret === null ? null : sealer.seal(input.secret),
        }),
      );
    },

    async removeCredential(actor, credentialId) {
      requireOwner(actor, 'remove credentials');
      const isRemoved = await database.transaction((tx) =>
        markCredentialRemoved(tx, actor.accountId, credentialId),
      );
      if (!isRemoved) throw notFound('credential', credentialId);
    },

    projects: (actor) => listProjects(database, actor.accountId),
  };
}

/** A token as we make them: 160 random bits. */
function newToken(): string {
  return `spate_live_${randomBytes(20).toString('hex')}`;
}

async function requireUser(db: Queryable, actor: Actor, userId: number): Promise<User> {
  const user = await findUser(db, actor.accountId, userId);
  if (!user) throw notFound('user', userId);
  return user;
}

function requireOwner(actor: Actor, deed: string): void {
  if (actor.role !== 'owner')
    throw new AppError('not_allowed', `Only owners may ${deed}; you are a ${actor.role}.`);
}

function checkEmail(email: string): string {
  const trimmed = email.trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(trimmed))
    throw invalid('email', 'An email address is needed, such as ann@example.com.');
  return trimmed;
}

function checkRole(role: Role): Role {
  if (role === 'owner' || role === 'member' || role === 'viewer') return role;
  throw invalid('role', 'The role must be owner, member or viewer.');
}

function checkCredential(input: NewCredential): Omit<NewCredential, 'secret'> {
  const { secret: _, ...rest } = input;
  return { ...rest, provider: requireText('provider', input.provider) };
}

function requireText(field: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw invalid(field, `The ${field} must not be empty.`);
  return trimmed;
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid', message, [{ code: 'invalid', message, field }]);
}

function notFound(what: string, id: number): AppError {
  return new AppError('not_found', `There is no ${what} ${id}.`);
}
