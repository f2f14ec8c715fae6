import type { Role } from '../domain/account.ts';
import type { Queryable } from './database.ts';

/** State of the OAuth server. Secrets are stored as hashes only. */
export interface OAuthRecord {
  kind: string;
  /** SHA-256 of the secret. */
  id: Buffer;
  payload: Record<string, unknown>;
  grantId: string | null;
  userCode: string | null;
  userId: number | null;
  applicationId: string | null;
  expiresAt: Date | null;
}

export interface FoundRecord {
  payload: Record<string, unknown>;
  consumedAt: Date | null;
  expiresAt: Date | null;
}

const found = 'payload, consumed_at as "consumedAt", expires_at as "expiresAt"';

export async function upsertRecord(db: Queryable, record: OAuthRecord): Promise<void> {
  await db.query(
    `insert into oauth_records (kind, id, payload, grant_id, user_code, user_id, application_id, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (kind, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
      user_code = excluded.user_code, user_id = excluded.user_id, application_id = excluded.application_id,
      expires_at = excluded.expires_at`,
    [
      record.kind,
      record.id,
      record.payload,
      record.grantId,
      record.userCode,
      record.userId,
      record.applicationId,
      record.expiresAt,
    ],
  );
}

export async function findRecord(db: Queryable, kind: string, id: Buffer): Promise<FoundRecord | undefined> {
  const [record] = await db.query<FoundRecord>(
    `select ${found} from oauth_records where kind = $1 and id = $2`,
    [kind, id],
  );
  return record;
}

/** Returns the record with its id: the user code is not its secret. */
export async function findRecordByUserCode(
  db: Queryable,
  kind: string,
  userCode: string,
): Promise<(FoundRecord & { id: Buffer }) | undefined> {
  const [record] = await db.query<FoundRecord & { id: Buffer }>(
    `select id, ${found} from oauth_records where kind = $1 and user_code = $2
    order by expires_at desc limit 1`,
    [kind, userCode],
  );
  return record;
}

/** False when the record was already consumed. */
export async function consumeRecord(db: Queryable, kind: string, id: Buffer): Promise<boolean> {
  const rows = await db.query(
    `update oauth_records set consumed_at = now() where kind = $1 and id = $2 and consumed_at is null
    returning kind`,
    [kind, id],
  );
  return rows.length > 0;
}

/** Approves or denies a pending device code; false when it was already answered. */
export async function answerDeviceCode(
  db: Queryable,
  id: Buffer,
  answer: { payload: Record<string, unknown>; grantId: string | null; userId: number | null },
): Promise<boolean> {
  const rows = await db.query(
    `update oauth_records set payload = payload || $2::jsonb, grant_id = $3, user_id = $4
    where kind = 'DeviceCode' and id = $1 and expires_at > now() and consumed_at is null
      and not payload ?| array['accountId', 'error']
    returning kind`,
    [id, answer.payload, answer.grantId, answer.userId],
  );
  return rows.length > 0;
}

export async function deleteRecord(db: Queryable, kind: string, id: Buffer): Promise<void> {
  await db.query('delete from oauth_records where kind = $1 and id = $2', [kind, id]);
}

export async function deleteRecordsOfGrant(db: Queryable, kind: string, grantId: string): Promise<void> {
  await db.query('delete from oauth_records where kind = $1 and grant_id = $2', [kind, grantId]);
}

/** Deletes a grant with all of its records. */
export async function deleteGrant(db: Queryable, grantId: string): Promise<void> {
  await db.query(
    `delete from oauth_records
    where grant_id = $1 or (kind = 'Grant' and id = sha256(convert_to($1, 'UTF8')))`,
    [grantId],
  );
}

export async function deleteRecordsOfApplication(tx: Queryable, applicationId: string): Promise<void> {
  await tx.query('delete from oauth_records where application_id = $1', [applicationId]);
}

/** Keeps expired tokens for a day, so that their use is reported as expired instead of unknown. */
export async function deleteExpiredRecords(db: Queryable): Promise<void> {
  await db.query(
    `delete from oauth_records where expires_at < now()
      and (kind in ('Interaction', 'DeviceCode') or expires_at < now() - interval '1 day')`,
  );
}

export interface TokenHolder {
  accountId: number;
  userId: number;
  role: Role;
  /** Space-separated; null: none. */
  scope: string | null;
  applicationId: string;
  /** Null: a built-in application. */
  applicationName: string | null;
}

/**
 * User of an access token: the one who consented, or for client credentials the one who registered the application.
 * Undefined when the token or grant has expired, the user was removed or the application was revoked.
 */
export async function findTokenHolder(
  db: Queryable,
  id: Buffer,
  builtInApplications: readonly string[],
): Promise<TokenHolder | undefined> {
  const [holder] = await db.query<TokenHolder>(
    `select u.account_id as "accountId", u.id as "userId", u.role, t.payload->>'scope' as scope,
      t.application_id as "applicationId", a.name as "applicationName"
    from oauth_records t
    left join applications a on a.id = t.application_id and a.revoked_at is null
    join users u on u.id = coalesce(t.user_id, a.user_id) and u.removed_at is null
    where t.id = $1 and t.kind in ('AccessToken', 'ClientCredentials') and t.expires_at > now()
      and (a.id is not null or t.application_id = any($2))
      and (t.kind = 'ClientCredentials' or exists (
        select from oauth_records g where g.kind = 'Grant' and g.expires_at > now()
          and g.id = sha256(convert_to(t.grant_id, 'UTF8'))))`,
    [id, builtInApplications],
  );
  return holder;
}
