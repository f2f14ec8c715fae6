import { randomBytes } from 'node:crypto';
import type { Invitation, User } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import { hashToken } from '../lib/seal.ts';
import type { Database, Queryable } from '../store/database.ts';
import {
  endInvitation,
  findOpenInvitation,
  insertInvitation,
  listInvitations,
} from '../store/invitations.ts';
import { setPassword } from '../store/passwords.ts';
import { endSessionsOfUser } from '../store/sessions.ts';
import { insertUser, listUsers, lockAccount } from '../store/users.ts';
import type { Accounts } from './accounts.ts';
import {
  checkEmail,
  checkRole,
  invalid,
  notFound,
  requireOwner,
  requireStillOwner,
  requireUser,
} from './checks.ts';
import type { Guesses } from './guesses.ts';
import { hasFullPower } from './lasting.ts';
import { type Passwords, requirePassword } from './passwords.ts';
import { beginSession } from './sessions.ts';

/** Invitations last longer than password resets, which are used immediately. */
const lastsDays = { join: 7, reset: 1 };

type Invitations = Pick<
  Accounts,
  'invitations' | 'invite' | 'resetPassword' | 'withdrawInvitation' | 'openInvitation' | 'acceptInvitation'
>;

export function createInvitations(database: Database, passwords: Passwords, guesses: Guesses): Invitations {
  async function findOpen(secret: string, address: string) {
    const invitation = await findOpenInvitation(database, hashToken(secret));
    if (invitation) return invitation;
    await guesses.noteWrongToken(address);
    throw ofNoUse();
  }

  return {
    async invitations(actor) {
      requireOwner(actor, 'list invitations');
      return listInvitations(database, actor.accountId);
    },

    async invite(actor, input) {
      requireOwner(actor, 'invite users');
      const email = checkEmail(input.email);
      const role = checkRole(input.role);
      const secret = randomBytes(32).toString('base64url');
      const invitation = await database.transaction(async (tx) => {
        await lockAccount(tx, actor.accountId);
        await requireStillOwner(tx, actor, 'invite users');
        const isThere = (await listUsers(tx, actor.accountId)).some(
          (user) => user.email.toLowerCase() === email.toLowerCase(),
        );
        if (isThere) throw invalid('email', `User ${email} already exists.`);
        const { accountId, userId: invitedBy } = actor;
        return insertInvitation(tx, {
          accountId,
          email,
          role,
          userId: null,
          invitedBy,
          hash: hashToken(secret),
          lastsDays: lastsDays.join,
        });
      });
      return { invitation, secret };
    },

    async resetPassword(actor, userId) {
      requireOwner(actor, 'reset passwords');
      const secret = randomBytes(32).toString('base64url');
      const invitation = await database.transaction(async (tx) => {
        await lockAccount(tx, actor.accountId);
        const { accountId, email, role } = await requireUser(tx, actor, userId);
        await requireStillOwner(tx, actor, 'reset passwords');
        if (!(await hasFullPower(tx, actor)))
          throw new AppError(
            'not_allowed',
            'Creating a reset link requires a browser session, or a token with all scopes, for all projects and without expiry.',
          );
        return insertInvitation(tx, {
          accountId,
          email,
          role,
          userId,
          invitedBy: actor.userId,
          hash: hashToken(secret),
          lastsDays: lastsDays.reset,
        });
      });
      return { invitation, secret };
    },

    async withdrawInvitation(actor, invitationId) {
      requireOwner(actor, 'withdraw invitations');
      if (!(await endInvitation(database, actor.accountId, invitationId)))
        throw notFound('invitation', invitationId);
    },

    openInvitation: findOpen,

    async acceptInvitation({ secret, password, name }, from) {
      const invitation = await findOpen(secret, from.address);
      const passwordHash = await passwords.hash(requirePassword('invitation[password]', password));
      return database.transaction(async (tx) => {
        const userId =
          invitation.userId === null
            ? (await takeInvitation(tx, invitation, { name, passwordHash })).id
            : await takeReset(tx, { ...invitation, userId: invitation.userId }, passwordHash);
        return beginSession(tx, userId, from, null);
      });
    },
  };
}

/** Creates the invited user, once. */
export async function takeInvitation(
  tx: Queryable,
  invitation: Invitation & { accountId: number },
  person: { name: string | null; passwordHash: string | null },
): Promise<User> {
  const { accountId, id, email, role } = invitation;
  await lockAccount(tx, accountId);
  if (!(await endInvitation(tx, accountId, id))) throw ofNoUse();
  const name = person.name?.trim() || null;
  const user = await insertUser(tx, { accountId, email, role, name, passwordHash: person.passwordHash });
  if (!user) throw new AppError('conflict', `User ${email} already exists. Sign in instead.`);
  return user;
}

/** Sets the password and ends all sessions. */
async function takeReset(
  tx: Queryable,
  { accountId, id, userId }: { accountId: number; id: number; userId: number },
  passwordHash: string,
): Promise<number> {
  await lockAccount(tx, accountId);
  if (!(await endInvitation(tx, accountId, id))) throw ofNoUse();
  await setPassword(tx, userId, passwordHash);
  await endSessionsOfUser(tx, userId, null);
  return userId;
}

function ofNoUse(): AppError {
  return new AppError(
    'not_found',
    'This link is no longer valid: it was used, withdrawn, replaced by a newer one, or has expired. Ask for a new link.',
  );
}
