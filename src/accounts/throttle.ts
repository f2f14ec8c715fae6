import type { Clock } from '../lib/clock.ts';
import type { Queryable } from '../store/queryable.ts';
import { type Limit, takeFromThrottle } from '../store/throttles.ts';

/** Rate limiter per key, shared by all service instances. */
export interface Throttle {
  /** 0 if allowed now; otherwise seconds to wait. */
  take(key: string): Promise<number>;
}

export interface ThrottleDeps {
  database: Queryable;
  clock: Clock;
}

const defaultMaxRejected = 10_000;

/** `name` separates the keys of this limit from those of others. */
export function createThrottle(
  { database, clock }: ThrottleDeps,
  name: string,
  limit: Limit,
  maxRejected = defaultMaxRejected,
): Throttle {
  /** End of the wait of rejected keys, oldest first. Until then they are rejected without a query. */
  const rejectedUntilMs = new Map<string, number>();

  function reject(key: string, untilMs: number): void {
    rejectedUntilMs.delete(key);
    rejectedUntilMs.set(key, untilMs);
    const [oldest] = rejectedUntilMs.keys();
    if (rejectedUntilMs.size > maxRejected && oldest !== undefined) rejectedUntilMs.delete(oldest);
  }

  return {
    async take(key) {
      const nowMs = clock.nowMs();
      const leftMs = (rejectedUntilMs.get(key) ?? 0) - nowMs;
      if (leftMs > 0) return Math.ceil(leftMs / 1000);
      rejectedUntilMs.delete(key);
      const waitS = await takeFromThrottle(database, `${name} ${key}`, limit, nowMs);
      if (waitS > 0) reject(key, nowMs + waitS * 1000);
      return waitS;
    },
  };
}
