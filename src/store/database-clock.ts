import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, steadyClock, systemClock } from '../lib/clock.ts';
import { FollowingClock, type OffsetRange } from '../lib/following-clock.ts';
import type { Log } from '../lib/log.ts';
import { databaseNowMs } from './now.ts';
import type { Queryable } from './queryable.ts';

/** The time of the database, which all services share, without a query for each reading. */
export interface DatabaseClock extends Clock {
  stop(): Promise<void>;
}

export interface DatabaseClockOptions {
  database: Queryable;
  log: Log;
  /** Interval of measurements. */
  everyMs?: number;
  steady?: Clock;
}

/** The first one includes connecting. */
const firstMeasurements = 4;
/** Larger differences are logged. */
const toleratedMs = 1_000;

export async function followDatabaseClock({
  database,
  log,
  everyMs = 5_000,
  steady = steadyClock,
}: DatabaseClockOptions): Promise<DatabaseClock> {
  let best = await measure(database, steady);
  for (let count = 1; count < firstMeasurements; count++) {
    const range = await measure(database, steady);
    if (sizeOf(range) < sizeOf(best)) best = range;
  }
  const clock = new FollowingClock(steady, best);
  const aheadMs = Math.round(systemClock.nowMs() - clock.nowMs());
  if (Math.abs(aheadMs) > toleratedMs) log.warn({ aheadMs }, 'clock.differs-from-database');

  const stopping = new AbortController();
  const following = (async () => {
    for (;;) {
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        const byMs = Math.round(clock.follow(await measure(database, steady)));
        if (Math.abs(byMs) > toleratedMs) log.warn({ byMs }, 'clock.corrected');
      } catch (error) {
        log.debug({ err: error }, 'clock.measurement.failed');
      }
    }
  })();
  return {
    nowMs: () => clock.nowMs(),
    async stop() {
      stopping.abort();
      await following;
    },
  };
}

async function measure(database: Queryable, steady: Clock): Promise<OffsetRange> {
  const sentAtMs = steady.nowMs();
  const nowMs = await databaseNowMs(database);
  // The time is truncated to milliseconds.
  return [nowMs - steady.nowMs(), nowMs + 1 - sentAtMs];
}

function sizeOf([fromMs, toMs]: OffsetRange): number {
  return toMs - fromMs;
}
