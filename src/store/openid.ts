import type { Queryable } from './database.ts';

export interface OpenIdLink {
  userId: number;
  /** Null: the user has never signed in through this provider. */
  subject: string | null;
}

export async function findUserByOpenId(
  db: Queryable,
  issuer: string,
  subject: string,
): Promise<number | undefined> {
  const [found] = await db.query<{ id: number }>(
    `select id from users where openid_issuer = $1 and openid_subject = $2 and removed_at is null
    order by account_id limit 1`,
    [issuer, subject],
  );
  return found?.id;
}

/** The user of an e-mail address, with their subject at the provider. */
export async function findOpenIdLinkByEmail(
  tx: Queryable,
  issuer: string,
  email: string,
): Promise<OpenIdLink | undefined> {
  const [found] = await tx.query<OpenIdLink>(
    `select id as "userId", case when openid_issuer = $1 then openid_subject end as subject from users
    where lower(email) = lower($2) and removed_at is null order by account_id limit 1 for update`,
    [issuer, email],
  );
  return found;
}

export async function linkOpenId(
  tx: Queryable,
  userId: number,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> {
  await tx.query('update users set openid_issuer = $2, openid_subject = $3 where id = $1', [
    userId,
    issuer,
    subject,
  ]);
}
