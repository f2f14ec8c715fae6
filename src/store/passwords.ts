import type { Queryable } from './database.ts';

/** A user who may sign in with a password. */
export interface PasswordHolder {
  userId: number;
  accountId: number;
  email: string;
  passwordHash: string | null;
}

/** User of an e-mail address; with several accounts, the oldest one. */
export async function findByEmail(db: Queryable, email: string): Promise<PasswordHolder | undefined> {
  const [found] = await db.query<PasswordHolder>(
    `select id as "userId", account_id as "accountId", email, password_hash as "passwordHash" from users
    where lower(email) = lower($1) and removed_at is null order by account_id limit 1`,
    [email],
  );
  return found;
}

/** Whether any user has a password. */
export async function hasPasswords(db: Queryable): Promise<boolean> {
  const found = await db.query(
    'select from users where password_hash is not null and removed_at is null limit 1',
  );
  return found.length > 0;
}

export async function passwordHashOf(db: Queryable, userId: number): Promise<string | null> {
  const [found] = await db.query<{ hash: string | null }>(
    'select password_hash as hash from users where id = $1 and removed_at is null',
    [userId],
  );
  return found?.hash ?? null;
}

/** Sets the password unconditionally. */
export async function setPassword(db: Queryable, userId: number, hash: string): Promise<void> {
  await db.query('update users set password_hash = $2 where id = $1 and removed_at is null', [userId, hash]);
}

/** False when the password was changed concurrently. */
export async function replacePassword(
  db: Queryable,
  userId: number,
  change: { from: string | null; to: string },
): Promise<boolean> {
  const changed = await db.query(
    `update users set password_hash = $3
    where id = $1 and password_hash is not distinct from $2 and removed_at is null returning id`,
    [userId, change.from, change.to],
  );
  return changed.length > 0;
}
