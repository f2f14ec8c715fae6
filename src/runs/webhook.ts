import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../domain/errors.ts';
import type { Database } from '../store/database.ts';
import type { RunRecord } from '../store/runs.ts';
import { takeFromThrottle } from '../store/throttles.ts';
import { setWebhook, webhookSecretHash } from '../store/webhooks.ts';

/** A repository that calls at each push never comes near this. */
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
 * Lets a call of the webhook through, or throws. Once there is a secret it is needed. Without one the id of the run is
 * the secret, as in the original; everybody knows the id of a public run, so that one needs a secret.
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
    const reason = run.isWebhookOn && isPublic ? 'needs the secret of its webhook' : 'has no such webhook';
    throw new AppError(
      'webhook_off',
      `Sorry, we cannot find that resource. Run ${run.id} ${reason}: PATCH /runs/${run.id}/webhook with run[webhook]=true gives its address.`,
    );
  }
  const waitS = await takeFromThrottle(database, `webhook ${run.id}`, calls, nowMs);
  if (waitS === 0) return;
  throw new AppError(
    'too_many',
    `The webhook of run ${run.id} is called too often. Try again in ${waitS} s.`,
    [],
    {
      retryAfterS: waitS,
    },
  );
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
