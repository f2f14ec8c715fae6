import type { Queryable } from './database.ts';

export interface NewSignInLink {
  hash: Buffer;
  userId: number;
  /** The token that created the link. */
  tokenId: number;
  lastsMinutes: number;
}

/** Returns the expiry. */
export async function insertSignInLink(db: Queryable, link: NewSignInLink): Promise<Date> {
  const { hash, userId, tokenId, lastsMinutes } = link;
  const [made] = await db.query<{ expiresAt: Date }>(
    `insert into sign_in_links (hash, user_id, token_id, expires_at)
    values ($1, $2, $3, now() + make_interval(mins => $4)) returning expires_at as "expiresAt"`,
    [hash, userId, tokenId, lastsMinutes],
  );
  if (!made) throw new Error('The insert of the sign-in link returned no row.');
  return made.expiresAt;
}

/** Deletes a valid link and returns its user and token; undefined for any other hash, such as after a concurrent use. */
export async function takeSignInLink(
  tx: Queryable,
  hash: Buffer,
): Promise<{ userId: number; tokenId: number } | undefined> {
  const [taken] = await tx.query<{ userId: number; tokenId: number }>(
    `delete from sign_in_links l using users u, tokens t
    where l.hash = $1 and l.expires_at > now() and u.id = l.user_id and u.removed_at is null
      and t.id = l.token_id and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    returning l.user_id as "userId", l.token_id as "tokenId"`,
    [hash],
  );
  return taken;
}

export async function deleteExpiredSignInLinks(db: Queryable): Promise<void> {
  await db.query('delete from sign_in_links where expires_at <= now()');
}
