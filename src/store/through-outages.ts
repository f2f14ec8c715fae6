import { connectionLossOf, databaseUnreachable } from './connection-loss.ts';
import { Backoff } from './retry.ts';

const outageLimitMs = 30_000;

/** Repeats the work while it loses its connection to the database, for a short time. The work must be idempotent. */
export async function throughOutages<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const giveUpAt = performance.now() + outageLimitMs;
  const backoff = new Backoff(100, 5000);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (connectionLossOf(error) === 'none') throw error;
      if (signal?.aborted || performance.now() > giveUpAt) throw databaseUnreachable(error);
      await backoff.wait(signal).catch(() => undefined);
    }
  }
}
