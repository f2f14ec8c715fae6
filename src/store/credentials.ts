import type { Credential } from '../domain/account.ts';
import type { Queryable } from './database.ts';

const columns = `id, provider, description, arn, access_key_id as "accessKeyId", tenant_id as "tenantId", client_id as "clientId", cloud_account as "cloudAccount", role`;

export type CredentialRecord = Credential & { sealedSecret: Buffer | null };

export async function insertCredential(
  db: Queryable,
  credential: Omit<Credential, 'id'> & { accountId: number; sealedSecret: Buffer | null },
): Promise<Credential> {
  const [made] = await db.query<Credential>(
    `insert into credentials (account_id, provider, description, arn, access_key_id, sealed_secret, cloud_account, role,
      tenant_id, client_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`,
    [
      credential.accountId,
      credential.provider,
      credential.description,
      credential.arn,
      credential.accessKeyId,
      credential.sealedSecret,
      credential.cloudAccount,
      credential.role,
      credential.tenantId,
      credential.clientId,
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
): Promise<CredentialRecord | undefined> {
  const [found] = await db.query<CredentialRecord>(
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

/** Names of grids that still need the credential to end their machines. */
export async function gridNamesOfCredential(
  db: Queryable,
  accountId: number,
  credential: Pick<Credential, 'id' | 'provider'>,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select name from grids where account_id = $1 and provider = $2 and target = $3 and status <> 'invoiced'
     order by number`,
    [accountId, credential.provider, String(credential.id)],
  );
  return rows.map(({ name }) => name);
}

/** Sent when a role of the account is assumed. */
export async function externalIdOf(db: Queryable, accountId: number): Promise<string> {
  const [row] = await db.query<{ externalId: string }>(
    `select external_id as "externalId" from accounts where id = $1`,
    [accountId],
  );
  if (!row) throw new Error(`There is no account ${accountId}.`);
  return row.externalId;
}
