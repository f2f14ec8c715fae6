import { setTimeout as delay } from 'node:timers/promises';

/** Returns after the time, or at once when the signal is aborted. */
export async function sleep(timeMs: number, signal?: AbortSignal): Promise<void> {
  if (timeMs <= 0 || signal?.aborted) return;
  await delay(timeMs, undefined, { signal }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });
}

/** The promise's value, or the fallback when it takes too long or fails. */
export async function within<T>(timeMs: number, promise: Promise<T>, fallback: T): Promise<T> {
  const gone = new AbortController();
  const late = sleep(timeMs, gone.signal).then(() => fallback);
  return Promise.race([promise.catch(() => fallback), late]).finally(() => gone.abort());
}
