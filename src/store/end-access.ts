import type { Queryable } from './database.ts';

/** Revokes all access of a user, and access granted by them: tokens, sessions, applications, invitations. Keeps runs. */
export async function endAccessOfUser(tx: Queryable, userId: number): Promise<void> {
  await tx.query(
    'update tokens set revoked_at = now(), sealed = null where user_id = $1 and revoked_at is null',
    [userId],
  );
  await tx.query('update sessions set ended_at = now() where user_id = $1 and ended_at is null', [userId]);
  await tx.query(
    `delete from oauth_records
    where user_id = $1 or application_id in (select id from applications where user_id = $1)`,
    [userId],
  );
  await tx.query('update applications set revoked_at = now() where user_id = $1 and revoked_at is null', [
    userId,
  ]);
  await tx.query(
    'update invitations set ended_at = now() where (invited_by = $1 or user_id = $1) and ended_at is null',
    [userId],
  );
}
