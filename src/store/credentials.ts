import type { Credential } from '../domain/account.ts';
import type { Queryable } from './database.ts';

const columns = 'id, provider, description, arn, access_key_id as "accessKeyId"';

export async function insertCredential(
  db: Queryable,
  credential: Omit<Credential, 'id'> & { accountId: number; sealedSecret: Buffer | null },
): Promise<Credential> {
  const [made] = await db.query<Credential>(
    `insert into credentials (account_id, provider, description, arn, access_key_id, sealed_secret)
    values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
    [
      credential.accountId,
      credential.provider,
      credential.description,
      credential.arn,
      credential.accessKeyId,
      credential.sealedSecret,
    ],
  );
  if (!made) throw new Error('The insert of the credential returned no row.');
  return made;
}

export async function listCredentials(db: Queryable, accountId: number): Promise<Credential[]> {
  return db.query<Credential>(
    `select ${columns} from credentials where account_id = $1 and removed_at is null order by id`,
    [accountId],
  );
}

/** Undefined when the account has no credential with this id. */
export async function findCredential(
  db: Queryable,
  accountId: number,
  credentialId: number,
): Promise<(Credential & { sealedSecret: Buffer | null }) | undefined> {
  const [found] = await db.query<Credential & { sealedSecret: Buffer | null }>(
    `select ${columns}, sealed_secret as "sealedSecret" from credentials
    where account_id = $1 and id = $2::bigint and removed_at is null`,
    [accountId, credentialId],
  );
  return found;
}

/** Deletes the secret and keeps the row for old grids. False when the credential does not exist. */
export async function markCredentialRemoved(
  db: Queryable,
  accountId: number,
  credentialId: number,
): Promise<boolean> {
  const removed = await db.query(
    `update credentials set removed_at = now(), sealed_secret = null
    where account_id = $1 and id = $2::bigint and removed_at is null returning id`,
    [accountId, credentialId],
  );
  return removed.length > 0;
}
