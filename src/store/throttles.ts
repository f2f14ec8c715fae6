import type { Queryable } from './queryable.ts';

/** Token bucket: `burst` calls at once, then one per `everyMs`. */
export interface Limit {
  burst: number;
  everyMs: number;
}

/** 0 when allowed, otherwise the seconds to wait. Shared by all service instances. */
export async function takeFromThrottle(
  db: Queryable,
  key: string,
  { burst, everyMs }: Limit,
  nowMs: number,
): Promise<number> {
  const taken = await db.query(
    // Half a millisecond covers the rounding of fractional intervals.
    `insert into throttles (key, full_at_ms) values ($1, $2::float8 + $3::float8)
    on conflict (key) do update set full_at_ms = greatest(throttles.full_at_ms, $2) + $3
      where greatest(throttles.full_at_ms, $2) + $3 - $2 <= $3 * $4 + 0.5
    returning key`,
    [key, nowMs, everyMs, burst],
  );
  if (taken.length > 0) return 0;
  const [row] = await db.query<{ fullAtMs: number }>(
    'select full_at_ms as "fullAtMs" from throttles where key = $1',
    [key],
  );
  const waitMs = Math.max(row?.fullAtMs ?? 0, nowMs) + everyMs - nowMs - burst * everyMs;
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** Refunds one call. */
export async function giveBackToThrottle(db: Queryable, key: string, everyMs: number): Promise<void> {
  await db.query('update throttles set full_at_ms = full_at_ms - $2 where key = $1', [key, everyMs]);
}

/** Deletes throttles with a full bucket. */
export async function deleteFullThrottles(db: Queryable, nowMs: number): Promise<void> {
  await db.query('delete from throttles where full_at_ms <= $1', [nowMs]);
}
