import type { Account, Role, User } from '../domain/account.ts';
import type { Queryable } from './database.ts';

const columns = `id, account_id as "accountId", email, name, role, sign_in_count as "signInCount",
  current_sign_in_at as "currentSignInAt", last_sign_in_at as "lastSignInAt", created_at as "createdAt"`;

export async function insertAccount(tx: Queryable, email: string): Promise<Account> {
  const [account] = await tx.query<Account>('insert into accounts (email) values ($1) returning id, email', [
    email,
  ]);
  if (!account) throw new Error('The insert of the account returned no row.');
  return account;
}

export async function findAccount(db: Queryable, accountId: number): Promise<Account | undefined> {
  const [account] = await db.query<Account>('select id, email from accounts where id = $1', [accountId]);
  return account;
}

/** The oldest account, managed by the service. */
export async function findFirstAccount(db: Queryable): Promise<Account | undefined> {
  const [account] = await db.query<Account>('select id, email from accounts order by id limit 1');
  return account;
}

/** Serializes changes of the users of an account. */
export async function lockAccount(tx: Queryable, accountId: number): Promise<void> {
  await tx.query('select from accounts where id = $1 for update', [accountId]);
}

/** Undefined when the account already has a user with this email. */
export async function insertUser(
  tx: Queryable,
  user: { accountId: number; email: string; role: Role; name?: string | null; passwordHash?: string | null },
): Promise<User | undefined> {
  const [made] = await tx.query<User>(
    `insert into users (account_id, email, role, name, password_hash) values ($1, $2, $3, $4, $5)
    on conflict (account_id, lower(email)) where removed_at is null do nothing
    returning ${columns}`,
    [user.accountId, user.email, user.role, user.name ?? null, user.passwordHash ?? null],
  );
  return made;
}

/** Users that have not been removed. */
export async function listUsers(db: Queryable, accountId: number): Promise<User[]> {
  return db.query<User>(
    `select ${columns} from users where account_id = $1 and removed_at is null order by id`,
    [accountId],
  );
}

export async function findUser(db: Queryable, accountId: number, userId: number): Promise<User | undefined> {
  const [user] = await db.query<User>(
    `select ${columns} from users where account_id = $1 and id = $2::bigint and removed_at is null`,
    [accountId, userId],
  );
  return user;
}

export async function markUserRemoved(tx: Queryable, userId: number): Promise<void> {
  await tx.query('update users set removed_at = now() where id = $1 and removed_at is null', [userId]);
}

export async function setUserRole(tx: Queryable, userId: number, role: Role): Promise<void> {
  await tx.query('update users set role = $2 where id = $1', [userId, role]);
}

export async function setUserName(db: Queryable, userId: number, name: string | null): Promise<void> {
  await db.query('update users set name = $2 where id = $1', [userId, name]);
}

/** Records a sign-in and keeps the previous one. */
export async function noteSignIn(tx: Queryable, userId: number): Promise<void> {
  await tx.query(
    `update users set sign_in_count = sign_in_count + 1, last_sign_in_at = current_sign_in_at,
      current_sign_in_at = now() where id = $1`,
    [userId],
  );
}

export async function accountIds(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ id: number }>('select id from accounts order by id');
  return rows.map((row) => row.id);
}

/** A user of any account who is not removed. */
export async function findUserById(db: Queryable, userId: number): Promise<User | undefined> {
  const [user] = await db.query<User>(
    `select ${columns} from users where id = $1::bigint and removed_at is null`,
    [userId],
  );
  return user;
}
