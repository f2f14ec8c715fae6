import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition holds; fails with what was waited for when the limit is over. */
export async function until<T>(
  what: string,
  limitMs: number,
  condition: () => Promise<T> | T,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain until ${what}.`);
    await delay(100);
  }
}
