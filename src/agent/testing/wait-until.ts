import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves with the first truthy answer; throws when there is none in time. */
export async function waitUntil<T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = 20_000,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await look();
    if (answer) return answer;
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await sleep(25);
  }
}
