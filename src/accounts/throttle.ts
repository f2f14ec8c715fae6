import type { Clock } from '../lib/clock.ts';
import type { Limit } from '../store/throttles.ts';

/** In-memory rate limiter per key, with a bounded number of keys. */
export interface Throttle {
  /** 0 if allowed now; otherwise seconds to wait. */
  take(key: string): number;
  /** Undoes one `take`. */
  giveBack(key: string): void;
}

const defaultMaxKeys = 10_000;

export function createThrottle(clock: Clock, { burst, everyMs }: Limit, maxKeys = defaultMaxKeys): Throttle {
  /** Time at which each key has its full burst again; absent keys have it now. Oldest first. */
  const fullAtMs = new Map<string, number>();

  function put(key: string, atMs: number): void {
    fullAtMs.delete(key);
    if (atMs <= clock.nowMs()) return;
    fullAtMs.set(key, atMs);
    const [oldest] = fullAtMs.keys();
    if (fullAtMs.size > maxKeys && oldest !== undefined) fullAtMs.delete(oldest);
  }

  return {
    take(key) {
      const nowMs = clock.nowMs();
      const nextMs = Math.max(nowMs, fullAtMs.get(key) ?? 0) + everyMs;
      const waitMs = nextMs - nowMs - burst * everyMs;
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      put(key, nextMs);
      return 0;
    },
    giveBack(key) {
      const atMs = fullAtMs.get(key);
      if (atMs !== undefined) put(key, atMs - everyMs);
    },
  };
}
