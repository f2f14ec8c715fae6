import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `look` returns a truthy value, and resolves with it; fails with `what` after the limit. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  limitMs = 180_000,
  everyMs = 25,
): Promise<NonNullable<T>> {
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    const answer = await look();
    if (answer) return answer;
    if (performance.now() > deadlineMs)
      throw new Error(`Timed out after ${limitMs} ms waiting for: ${what}.`);
    await sleep(everyMs);
  }
}
