import type { Actor, Authentication, Token } from '../domain/account.ts';
import { type Scope, scopes } from '../domain/scopes.ts';
import type { Queryable } from './database.ts';

const columns = `t.id, t.user_id as "userId", t.name, t.is_primary as "isPrimary", t.created_at as "createdAt",
  t.last_used_at as "lastUsedAt", t.scopes, t.expires_at as "expiresAt",
  (select p.name from projects p where p.id = t.project_id) as project`;

export interface NewToken {
  userId: number;
  name: string;
  hash: Buffer;
  /** The encrypted token, for tokens that can be shown again. */
  sealed: Buffer | null;
  isPrimary: boolean;
  scopes?: readonly Scope[];
  projectId?: number | null;
  expiresAt?: Date | null;
}

export async function insertToken(tx: Queryable, token: NewToken): Promise<Token> {
  const [made] = await tx.query<Token>(
    `insert into tokens as t (user_id, name, hash, sealed, is_primary, scopes, project_id, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    [
      token.userId,
      token.name,
      token.hash,
      token.sealed,
      token.isPrimary,
      token.scopes ?? scopes,
      token.projectId ?? null,
      token.expiresAt ?? null,
    ],
  );
  if (!made) throw new Error('The insert of the token returned no row.');
  return made;
}

/** Actor of a valid token. */
export async function findActor(
  db: Queryable,
  hash: Buffer,
): Promise<(Actor & { isUseStale: boolean }) | undefined> {
  const [actor] = await db.query<Actor & { isUseStale: boolean }>(
    `select u.account_id as "accountId", u.id as "userId", u.role, t.scopes, t.project_id as "projectId",
      json_build_object('kind', 'token', 'id', t.id, 'name', t.name) as means,
      coalesce(t.last_used_at < now() - interval '1 minute', true) as "isUseStale"
    from tokens t join users u on u.id = t.user_id
    where t.hash = $1 and t.revoked_at is null and u.removed_at is null
      and (t.expires_at is null or t.expires_at > now())`,
    [hash],
  );
  return actor;
}

/** Updates the last use of a token, at most once a minute. */
export async function touchToken(db: Queryable, tokenId: number): Promise<void> {
  await db.query(
    `update tokens set last_used_at = now()
    where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [tokenId],
  );
}

/** A token by its hash, valid or not. */
export async function findTokenByHash(
  db: Queryable,
  hash: Buffer,
): Promise<
  { id: number; userId: number; isPrimary: boolean; isRevoked: boolean; isUserRemoved: boolean } | undefined
> {
  const [token] = await db.query<{
    id: number;
    userId: number;
    isPrimary: boolean;
    isRevoked: boolean;
    isUserRemoved: boolean;
  }>(
    `select t.id, t.user_id as "userId", t.is_primary as "isPrimary", t.revoked_at is not null as "isRevoked",
      u.removed_at is not null as "isUserRemoved"
    from tokens t join users u on u.id = t.user_id where t.hash = $1`,
    [hash],
  );
  return token;
}

export async function findPrimaryToken(
  db: Queryable,
  userId: number,
): Promise<{ id: number; hash: Buffer; sealed: Buffer | null } | undefined> {
  const [token] = await db.query<{ id: number; hash: Buffer; sealed: Buffer | null }>(
    'select id, hash, sealed from tokens where user_id = $1 and is_primary and revoked_at is null',
    [userId],
  );
  return token;
}

/** Makes an existing token the primary one again. */
export async function restorePrimaryToken(tx: Queryable, tokenId: number, sealed: Buffer): Promise<void> {
  await tx.query('update tokens set revoked_at = null, is_primary = true, sealed = $2 where id = $1', [
    tokenId,
    sealed,
  ]);
}

/** Valid tokens of one user or of the whole account. */
export async function listTokens(db: Queryable, accountId: number, userId?: number): Promise<Token[]> {
  return db.query<Token>(
    `select ${columns} from tokens t join users u on u.id = t.user_id
    where u.account_id = $1 and u.removed_at is null and t.revoked_at is null and ($2::int is null or u.id = $2)
    order by t.id`,
    [accountId, userId ?? null],
  );
}

/** Revokes a token: deletes its secret, keeps its hash so that it is never reissued, and ends its sessions. */
export async function revokeTokenById(tx: Queryable, tokenId: number): Promise<void> {
  await tx.query('update tokens set revoked_at = now(), sealed = null where id = $1 and revoked_at is null', [
    tokenId,
  ]);
  await tx.query('update sessions set ended_at = now() where token_id = $1 and ended_at is null', [tokenId]);
}

/** Expiry of the token used to authenticate or to sign in; null: no expiry. */
export async function tokenEndOf(db: Queryable, means: Authentication): Promise<Date | null> {
  if (means.kind === 'application') return null;
  const [found] = await db.query<{ expiresAt: Date | null }>(
    means.kind === 'token'
      ? 'select expires_at as "expiresAt" from tokens where id = $1'
      : 'select t.expires_at as "expiresAt" from sessions s join tokens t on t.id = s.token_id where s.id = $1',
    [means.id],
  );
  return found?.expiresAt ?? null;
}
