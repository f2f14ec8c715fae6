import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition gives something truthy, and returns it; fails after the deadline, saying what was awaited. */
export async function eventually<T>(
  what: string,
  condition: () => T | Promise<T>,
  deadlineMs = 30_000,
): Promise<NonNullable<T>> {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    const result = await condition();
    if (result) return result;
    if (performance.now() > endMs) throw new Error(`Waited ${deadlineMs} ms in vain for ${what}.`);
    await sleep(20);
  }
}
