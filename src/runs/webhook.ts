import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../domain/errors.ts';
import type { Database } from '../store/database.ts';
import type { RunRecord } from '../store/runs.ts';
import { takeFromThrottle } from '../store/throttles.ts';
import { setWebhook, webhookSecretHash } from '../store/webhooks.ts';

/** Rate limit, far above one call per push. */
const calls = { burst: 10, everyMs: 30_000 };

/** Switches the webhook on, with a new secret that is returned, or off. */
export async function switchWebhook(
  database: Database,
  runId: string,
  isOn: boolean,
): Promise<string | undefined> {
  const secret = isOn ? randomBytes(24).toString('base64url') : undefined;
  const hash = secret === undefined ? null : hashOf(secret);
  await database.transaction((tx) => setWebhook(tx, runId, hash), { isIdempotent: true });
  return secret;
}

/**
 * Authorizes a webhook call, or throws. A webhook with a secret requires it. Without one, the run id is the secret, as in
 * the original service; the id of a public run is known, so a public run always requires a secret.
 */
export async function admitWebhook(
  database: Database,
  run: RunRecord,
  secret: string | undefined,
  nowMs: number,
): Promise<void> {
  const expected = await webhookSecretHash(database, run.id);
  const isPublic = run.privacy === 'public';
  const isRight = expected ? secret !== undefined && timingSafeEqual(hashOf(secret), expected) : !isPublic;
  if (!run.isWebhookOn || !isRight) {
    const reason =
      run.isWebhookOn && isPublic ? 'requires its webhook secret' : 'has no webhook with this address';
    throw new AppError(
      'webhook_off',
      `Sorry, we cannot find that resource. Run ${run.id} ${reason}: PATCH /runs/${run.id}/webhook with run[webhook]=true returns the address.`,
    );
  }
  const waitS = await takeFromThrottle(database, `webhook ${run.id}`, calls, nowMs);
  if (waitS === 0) return;
  throw new AppError(
    'too_many',
    `The webhook of run ${run.id} is called too often. Retry in ${waitS} s.`,
    [],
    {
      retryAfterS: waitS,
    },
  );
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
