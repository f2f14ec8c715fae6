import type { Actor, Session } from '../domain/account.ts';
import { scopes } from '../domain/scopes.ts';
import type { Queryable } from './database.ts';

const lastsDays = 30;
const columns = `s.id, s.user_id as "userId", s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
  s.expires_at as "expiresAt", s.address, s.user_agent as "userAgent"`;
/** A session created with a token is valid as long as the token. */
const isGood = `s.ended_at is null and s.expires_at > now() and u.removed_at is null
  and (s.token_id is null or (t.revoked_at is null and (t.expires_at is null or t.expires_at > now())))`;
const from = `from sessions s join users u on u.id = s.user_id left join tokens t on t.id = s.token_id`;

export interface NewSession {
  userId: number;
  hash: Buffer;
  address: string;
  userAgent: string;
  /** The token used to sign in; null for a password. */
  tokenId: number | null;
}

export async function insertSession(tx: Queryable, session: NewSession): Promise<number> {
  const [made] = await tx.query<{ id: number }>(
    `insert into sessions (user_id, token_id, hash, address, user_agent, expires_at)
    values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning id`,
    [session.userId, session.tokenId, session.hash, session.address, session.userAgent, lastsDays],
  );
  if (!made) throw new Error('The insert of the session returned no row.');
  return made.id;
}

/** Actor of a session: with all scopes, or those of the token used to sign in. */
export async function findSessionActor(
  db: Queryable,
  hash: Buffer,
): Promise<(Actor & { isUseStale: boolean }) | undefined> {
  const [actor] = await db.query<Actor & { isUseStale: boolean }>(
    `select u.account_id as "accountId", u.id as "userId", u.role, coalesce(t.scopes, $2) as scopes,
      t.project_id as "projectId", json_build_object('kind', 'session', 'id', s.id) as means,
      s.last_used_at < now() - interval '1 minute' as "isUseStale"
    ${from} where s.hash = $1 and ${isGood}`,
    [hash, scopes],
  );
  return actor;
}

/** Extends the session by a month; written at most once a minute. */
export async function touchSession(db: Queryable, sessionId: number): Promise<void> {
  await db.query(
    `update sessions set last_used_at = now(), expires_at = now() + make_interval(days => $2)
    where id = $1 and last_used_at < now() - interval '1 minute' and ended_at is null`,
    [sessionId, lastsDays],
  );
}

export async function listSessions(db: Queryable, userId: number): Promise<Session[]> {
  return db.query<Session>(
    `select ${columns} ${from} where s.user_id = $1 and ${isGood} order by s.last_used_at desc, s.id desc`,
    [userId],
  );
}

/** False when the user has no such session. */
export async function endSessionById(db: Queryable, userId: number, sessionId: number): Promise<boolean> {
  const ended = await db.query(
    'update sessions set ended_at = now() where id = $2::bigint and user_id = $1 and ended_at is null returning id',
    [userId, sessionId],
  );
  return ended.length > 0;
}

/** Ends all sessions of a user except `keptId`. */
export async function endSessionsOfUser(tx: Queryable, userId: number, keptId: number | null): Promise<void> {
  await tx.query(
    `update sessions set ended_at = now()
    where user_id = $1 and ended_at is null and id is distinct from $2`,
    [userId, keptId],
  );
}

/** Addresses from which a user has signed in; empty without a user. */
export async function addressesOfUser(db: Queryable, userId: number | null): Promise<string[]> {
  const rows = await db.query<{ address: string }>(
    'select distinct address from sessions where user_id = $1',
    [userId],
  );
  return rows.map(({ address }) => address);
}

/** Deletes sessions a month after their end, because sign-ins from known addresses are throttled less. */
export async function deleteOldSessions(db: Queryable): Promise<void> {
  await db.query(`delete from sessions where least(ended_at, expires_at) < now() - interval '30 days'`);
}
