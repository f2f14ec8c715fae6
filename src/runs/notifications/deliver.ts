import { deliverNotificationJob } from '../../domain/jobs.ts';
import { retryDelayMs } from '../../domain/notification.ts';
import { OutboundError, redirectHint } from '../../lib/outbound.ts';
import { addJob } from '../../store/jobs.ts';
import { type DeliveryToSend, findDelivery, recordAttempt } from '../../store/notifications.ts';
import type { RunContext } from '../run-context.ts';
import { mailOf, slackBody, teamsBody, webhookBody, webhookHeaders } from './formats.ts';

const timeoutMs = 10_000;
/** The content of responses is ignored. */
const maxBytes = 64 * 1024;

/**
 * Sends a pending delivery once, and schedules the next attempt on failure. A service that is killed after sending
 * sends it again: receivers recognize duplicates by the id.
 */
export async function deliver(context: RunContext, deliveryId: string): Promise<void> {
  const { database, log, clock } = context.grids;
  const delivery = await findDelivery(database, deliveryId);
  if (delivery?.state !== 'pending') return;
  const attempts = delivery.attempts + 1;
  const problem = await send(context, delivery);
  const nowMs = clock.nowMs();
  // A test is not repeated: its result is shown immediately.
  const isLast = problem?.isFinal === true || delivery.message.type === 'test';
  const delayMs = problem && !isLast ? retryDelayMs(attempts) : undefined;
  const state = problem === undefined ? 'delivered' : delayMs === undefined ? 'failed' : 'pending';
  const changedAt = new Date(nowMs + (delayMs ?? 0));
  await database.transaction(async (tx) => {
    await recordAttempt(tx, deliveryId, { state, attempts, reason: problem?.reason ?? null, changedAt });
    if (state === 'pending') await addJob(tx, deliverNotificationJob, { deliveryId }, changedAt);
  });
  if (problem) log.warn({ deliveryId, attempts, state, reason: problem.reason }, 'notification.failed');
  else log.info({ deliveryId, attempts }, 'notification.delivered');
}

interface Problem {
  reason: string;
  /** True if a retry would fail as well. */
  isFinal: boolean;
}

/** Undefined on success. */
async function send(context: RunContext, delivery: DeliveryToSend): Promise<Problem | undefined> {
  const { sealer, clock } = context.grids;
  const { id, kind, message, sealedAddress, sealedSecret } = delivery;
  try {
    const address = sealer.open(sealedAddress);
    if (kind === 'email') {
      if (!context.sendMail)
        return { reason: 'No mail server is configured (SPATE_SMTP_URL).', isFinal: false };
      await context.sendMail({ to: address, ...mailOf(message) });
      return undefined;
    }
    const bodies = { webhook: webhookBody, slack: slackBody, teams: teamsBody };
    const body = JSON.stringify(bodies[kind](message));
    const signed = sealedSecret
      ? webhookHeaders(sealer.open(sealedSecret), { id, body, nowMs: clock.nowMs() })
      : {};
    const headers = { 'content-type': 'application/json', 'user-agent': 'Spate', ...signed };
    const { status } = await context.outbound.fetch({
      method: 'POST',
      url: address,
      headers,
      body,
      timeoutMs,
      maxBytes,
    });
    if (status >= 200 && status < 300) return undefined;
    // 410: the receiver asks for no further requests.
    return {
      reason: `The receiver returned status ${status}.${redirectHint(status)}`,
      isFinal: status === 410,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason, isFinal: error instanceof OutboundError && error.isRefused };
  }
}
