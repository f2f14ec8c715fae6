import type { Queryable } from './queryable.ts';

/** Enables the webhook of a run with a new secret, or disables it. */
export async function setWebhook(db: Queryable, runId: string, secretHash: Buffer | null): Promise<void> {
  await db.query('update runs set is_webhook_on = $2 where id = $1', [runId, secretHash !== null]);
  await db.query('delete from webhooks where run_id = $1', [runId]);
  if (secretHash !== null)
    await db.query('insert into webhooks (run_id, secret_hash) values ($1, $2)', [runId, secretHash]);
}

export async function webhookSecretHash(db: Queryable, runId: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ secretHash: Buffer }>(
    'select secret_hash as "secretHash" from webhooks where run_id = $1',
    [runId],
  );
  return row?.secretHash;
}
