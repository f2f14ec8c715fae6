import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves with the first truthy answer to the question; fails with what was waited for when the limit is over. */
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
    if (performance.now() > deadlineMs) throw new Error(`Waited ${limitMs} ms in vain: ${what}.`);
    await sleep(everyMs);
  }
}
