import type { Invitation, Role } from '../domain/account.ts';
import type { Queryable } from './database.ts';

const columns = `i.id, i.email, i.role, i.user_id as "userId", u.email as "invitedBy", i.created_at as "createdAt",
  i.expires_at as "expiresAt"`;
const open = `i.ended_at is null and i.expires_at > now()`;

export interface NewInvitation {
  accountId: number;
  email: string;
  role: Role;
  /** User whose password is reset; null for a new user. */
  userId: number | null;
  invitedBy: number;
  hash: Buffer;
  lastsDays: number;
}

/** Replaces an open invitation for the same address. Requires the lock on the account. */
export async function insertInvitation(tx: Queryable, invitation: NewInvitation): Promise<Invitation> {
  const { accountId, email, role, userId, invitedBy, hash, lastsDays } = invitation;
  await tx.query(
    `update invitations set ended_at = now()
    where account_id = $1 and lower(email) = lower($2) and ended_at is null`,
    [accountId, email],
  );
  const [made] = await tx.query<Invitation>(
    `with i as (
      insert into invitations (account_id, email, role, user_id, invited_by, hash, expires_at)
      values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7)) returning *)
    select ${columns} from i join users u on u.id = i.invited_by`,
    [accountId, email, role, userId, invitedBy, hash, lastsDays],
  );
  if (!made) throw new Error('The insert of the invitation returned no row.');
  return made;
}

/** Open invitations of new users, without password resets. */
export async function listInvitations(db: Queryable, accountId: number): Promise<Invitation[]> {
  return db.query<Invitation>(
    `select ${columns} from invitations i join users u on u.id = i.invited_by
    where i.account_id = $1 and i.user_id is null and ${open} order by i.id`,
    [accountId],
  );
}

export async function findOpenInvitation(
  db: Queryable,
  hash: Buffer,
): Promise<(Invitation & { accountId: number }) | undefined> {
  const [found] = await db.query<Invitation & { accountId: number }>(
    `select ${columns}, i.account_id as "accountId" from invitations i join users u on u.id = i.invited_by
    where i.hash = $1 and ${open}`,
    [hash],
  );
  return found;
}

/** The open invitation for an address that an OpenID provider has verified. */
export async function findOpenInvitationByEmail(
  db: Queryable,
  email: string,
): Promise<(Invitation & { accountId: number }) | undefined> {
  const [found] = await db.query<Invitation & { accountId: number }>(
    `select ${columns}, i.account_id as "accountId" from invitations i join users u on u.id = i.invited_by
    where lower(i.email) = lower($1) and i.user_id is null and ${open} order by i.account_id limit 1`,
    [email],
  );
  return found;
}

/** Ends the open invitations sent by a user. */
export async function endInvitationsOf(tx: Queryable, userId: number): Promise<void> {
  await tx.query('update invitations set ended_at = now() where invited_by = $1 and ended_at is null', [
    userId,
  ]);
}

/** False when the invitation is no longer valid, such as after a concurrent use. */
export async function endInvitation(
  tx: Queryable,
  accountId: number,
  invitationId: number,
): Promise<boolean> {
  const ended = await tx.query(
    `update invitations i set ended_at = now()
    where i.account_id = $1 and i.id = $2::bigint and ${open} returning i.id`,
    [accountId, invitationId],
  );
  return ended.length > 0;
}

export async function deleteOldInvitations(db: Queryable): Promise<void> {
  await db.query(`delete from invitations where least(ended_at, expires_at) < now() - interval '30 days'`);
}
