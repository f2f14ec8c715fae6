import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { until } from '../../test/support/until.ts';
import { steadyClock } from '../lib/clock.ts';
import { silentLog } from '../lib/log.ts';
import { type DatabaseClock, followDatabaseClock } from './database-clock.ts';
import { databaseNowMs } from './now.ts';

const postgres = withDatabase();

test('services whose clocks differ have the time of the database, also after a jump', async (t) => {
  const database = await postgres.fresh();
  const clocks: DatabaseClock[] = [];
  const jumps = { ms: 0 };
  for (const aheadMs of [-3_600_000, 90_000]) {
    const steady = { nowMs: () => steadyClock.nowMs() + aheadMs + jumps.ms };
    const clock = await followDatabaseClock({ database, log: silentLog, everyMs: 20, steady });
    t.after(() => clock.stop());
    clocks.push(clock);
  }
  // All readings are within one query of the database.
  const differenceMs = async () => {
    const before = clocks.map((clock) => clock.nowMs());
    const nowMs = await databaseNowMs(database);
    const after = clocks.map((clock) => clock.nowMs());
    const outside = [...before.map((ms) => ms - nowMs - 1), ...after.map((ms) => nowMs - ms)];
    return Math.max(0, ...outside);
  };
  // Half a round trip of the best of several measurements.
  const isRight = async () => (await differenceMs()) < 50;
  assert.ok(await isRight());
  // As after a suspended machine: the steady clock missed the time.
  jumps.ms = -20_000;
  assert.ok(!(await isRight()));
  await until('the clocks are set forward', isRight);
});
