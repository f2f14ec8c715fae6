import type { AuditEntry } from '../domain/account.ts';
import type { Queryable } from './database.ts';

export interface NewAuditEntry {
  /** Null: unknown; then shown to the account of the run, or else to the first account. */
  accountId: number | null;
  userId: number | null;
  /** Null: the e-mail address of the user. */
  email: string | null;
  means: string | null;
  address: string;
  action: string;
  target: string | null;
  runId: string | null;
  status: number;
}

export interface AuditFilter {
  /** Only entries older than this id. */
  before?: string | undefined;
  userId?: number | undefined;
  /** Prefix of the action, such as `POST /runs`. */
  action?: string | undefined;
  limit: number;
}

export async function insertAuditEntry(db: Queryable, entry: NewAuditEntry): Promise<void> {
  await db.query(
    `insert into audit (account_id, user_id, email, means, address, action, target, status)
    values (coalesce($1, (select account_id from runs where id = $9), (select min(id) from accounts)), $2, coalesce($3, (select email from users where id = $2)),
      $4, $5, $6, $7, $8)`,
    [
      entry.accountId,
      entry.userId,
      entry.email,
      entry.means,
      entry.address,
      entry.action,
      entry.target,
      entry.status,
      entry.runId,
    ],
  );
}

/** Newest first. */
export async function listAudit(
  db: Queryable,
  accountId: number,
  { before, userId, action, limit }: AuditFilter,
): Promise<AuditEntry[]> {
  return db.query<AuditEntry>(
    `select id::text, at, user_id as "userId", email, means, address, action, target, status from audit
    where account_id = $1 and ($2::bigint is null or id < $2) and ($3::bigint is null or user_id = $3)
      and ($4::text is null or starts_with(action, $4))
    order by audit.id desc limit $5`,
    [accountId, before ?? null, userId ?? null, action ?? null, limit],
  );
}

/** Deletes up to `limit` entries; returns their number. */
export async function deleteAuditBefore(db: Queryable, days: number, limit: number): Promise<number> {
  const deleted = await db.query(
    `delete from audit where id in (
      select id from audit where at < now() - make_interval(days => $1) order by at limit $2) returning id`,
    [days, limit],
  );
  return deleted.length;
}
