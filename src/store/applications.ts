import type { Application, GrantType } from '../domain/account.ts';
import type { Scope } from '../domain/scopes.ts';
import type { Queryable } from './database.ts';

const columns = `id, user_id as "userId", name, redirect_uris as "redirectUris",
  secret_hash is not null as "isConfidential", grant_types as "grantTypes", scopes, created_at as "createdAt"`;

export interface NewApplication {
  id: string;
  accountId: number;
  userId: number;
  name: string;
  redirectUris: readonly string[];
  /** Null: a public client. */
  secretHash: Buffer | null;
  grantTypes: readonly GrantType[];
  scopes: readonly Scope[];
}

export async function insertApplication(tx: Queryable, made: NewApplication): Promise<Application> {
  const [application] = await tx.query<Application>(
    `insert into applications (id, account_id, user_id, name, redirect_uris, secret_hash, grant_types, scopes)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    [
      made.id,
      made.accountId,
      made.userId,
      made.name,
      made.redirectUris,
      made.secretHash,
      made.grantTypes,
      made.scopes,
    ],
  );
  if (!application) throw new Error('The insert of the application returned no row.');
  return application;
}

/** An application that is not revoked, with the hash of its secret. */
export async function findApplication(
  db: Queryable,
  id: string,
): Promise<(Application & { secretHash: Buffer | null }) | undefined> {
  // PostgreSQL rejects this character in text parameters.
  if (id.includes('\u0000')) return undefined;
  const [application] = await db.query<Application & { secretHash: Buffer | null }>(
    `select ${columns}, secret_hash as "secretHash" from applications where id = $1 and revoked_at is null`,
    [id],
  );
  return application;
}

/** Applications that are not revoked, of one user or of the whole account. */
export async function listApplications(
  db: Queryable,
  accountId: number,
  userId?: number,
): Promise<Application[]> {
  return db.query<Application>(
    `select ${columns} from applications
    where account_id = $1 and revoked_at is null and ($2::int is null or user_id = $2)
    order by created_at, id`,
    [accountId, userId ?? null],
  );
}

export async function markApplicationRevoked(tx: Queryable, id: string): Promise<void> {
  await tx.query('update applications set revoked_at = now() where id = $1 and revoked_at is null', [id]);
}

export async function replaceApplicationSecret(tx: Queryable, id: string, secretHash: Buffer): Promise<void> {
  await tx.query('update applications set secret_hash = $2 where id = $1 and revoked_at is null', [
    id,
    secretHash,
  ]);
}
