import type { Actor, User } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import { hashToken, type Sealer } from '../lib/seal.ts';
import type { Database, Queryable } from '../store/database.ts';
import { endAccessOfUser } from '../store/end-access.ts';
import { endInvitationsOf } from '../store/invitations.ts';
import { listProjects } from '../store/projects.ts';
import { insertToken } from '../store/tokens.ts';
import {
  findAccount,
  insertUser,
  listUsers,
  lockAccount,
  markUserRemoved,
  setUserName,
  setUserRole,
} from '../store/users.ts';
import type { Accounts } from './accounts.ts';
import {
  checkEmail,
  checkRole,
  invalid,
  notFound,
  requireOwner,
  requireStillOwner,
  requireText,
  requireUser,
} from './checks.ts';
import { newToken } from './new-token.ts';

type People = Pick<
  Accounts,
  'account' | 'users' | 'user' | 'addUser' | 'setRole' | 'setOwnName' | 'removeUser' | 'projects'
>;

export function createPeople(database: Database, sealer: Sealer): People {
  return {
    async account(actor) {
      const account = await findAccount(database, actor.accountId);
      if (!account) throw notFound('account', actor.accountId);
      return account;
    },

    users: (actor) => listUsers(database, actor.accountId),
    user: (actor, userId) => requireUser(database, actor, userId),

    async addUser(actor, input) {
      requireOwner(actor, 'add users');
      const email = checkEmail(input.email);
      const role = checkRole(input.role);
      const token = newToken();
      const user = await database.transaction(async (tx) => {
        await lockAccount(tx, actor.accountId);
        await requireStillOwner(tx, actor, 'add users');
        const made = await insertUser(tx, { accountId: actor.accountId, email, role });
        if (!made) throw invalid('email', `User ${email} already exists.`);
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

    async setRole(actor, userId, role) {
      requireOwner(actor, 'change roles');
      checkRole(role);
      return database.transaction(
        async (tx) => {
          await lockAccount(tx, actor.accountId);
          const user = await requireUser(tx, actor, userId);
          await requireStillOwner(tx, actor, 'change roles');
          if (role !== 'owner') {
            await keepAnOwner(tx, user);
            // Otherwise the user could return through an invitation as owner.
            await endInvitationsOf(tx, userId);
          }
          await setUserRole(tx, userId, role);
          return { ...user, role };
        },
        { isIdempotent: true },
      );
    },

    async setOwnName(actor, name) {
      await setUserName(database, actor.userId, requireText('user[name]', name));
      return requireUser(database, actor, actor.userId);
    },

    async removeUser(actor, userId) {
      requireOwner(actor, 'remove users');
      await database.transaction(
        async (tx) => {
          await lockAccount(tx, actor.accountId);
          const user = await requireUser(tx, actor, userId);
          await requireStillOwner(tx, actor, 'remove users');
          await keepAnOwner(tx, user);
          await markUserRemoved(tx, userId);
          await endAccessOfUser(tx, userId);
        },
        { isIdempotent: true },
      );
    },

    async projects(actor: Actor) {
      const all = await listProjects(database, actor.accountId);
      return all.filter(({ id }) => actor.projectId === null || id === actor.projectId);
    },
  };
}

/** Requires the account lock. */
async function keepAnOwner(tx: Queryable, user: User): Promise<void> {
  const owners = (await listUsers(tx, user.accountId)).filter(({ role }) => role === 'owner');
  if (user.role === 'owner' && owners.length === 1) {
    throw new AppError('conflict', `User ${user.id} is the last owner. Make another user an owner first.`);
  }
}
