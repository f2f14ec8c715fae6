import { setTimeout as sleep } from 'node:timers/promises';

const firstPauseMs = 25;
const maxPauseMs = 250;
const growth = 1.3;

/**
 * Polls until `look` returns a truthy value, and resolves with it; fails with `what` after the limit. The polling
 * interval grows for calls to a service, a browser or a file, unless `everyMs` is given: polls are most requests of a
 * test.
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  limitMs = 180_000,
  everyMs?: number,
): Promise<NonNullable<T>> {
  const deadlineMs = performance.now() + limitMs;
  let pauseMs = everyMs ?? firstPauseMs;
  for (;;) {
    const looked = look();
    const answer = await looked;
    if (answer) return answer;
    if (performance.now() > deadlineMs)
      throw new Error(`Timed out after ${limitMs} ms waiting for: ${what}.`);
    await sleep(pauseMs);
    if (everyMs === undefined && looked instanceof Promise) pauseMs = Math.min(pauseMs * growth, maxPauseMs);
  }
}
