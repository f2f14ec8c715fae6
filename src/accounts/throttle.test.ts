import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import type { Limit } from '../store/throttles.ts';
import { createRequestThrottles } from './request-throttles.ts';
import { sweepAccess } from './sweep.ts';
import { createThrottle } from './throttle.ts';

const postgres = withDatabase();

/** Two services on one database, called in turn. */
async function stage(limit: Limit, maxRejected?: number) {
  let ms = 1_000_000;
  let queries = 0;
  const database = await postgres.fresh();
  const counting: typeof database = {
    ...database,
    query: (text, values) => {
      queries += 1;
      return database.query(text, values);
    },
  };
  const deps = { database: counting, clock: { nowMs: () => ms } };
  const services = [0, 1].map(() => createThrottle(deps, 'test', limit, maxRejected));
  let turn = 0;
  const take = async (key: string) => services[turn++ % 2]?.take(key);
  return {
    deps,
    take,
    takeAll: async (...keys: string[]) => {
      const waits: (number | undefined)[] = [];
      for (const key of keys) waits.push(await take(key));
      return waits;
    },
    pass: (more: number) => (ms += more),
    queries: () => queries,
  };
}

describe('createThrottle', () => {
  it('allows a burst, then one per interval in all services, and returns the time to wait', async () => {
    const { take, takeAll, pass } = await stage({ burst: 3, everyMs: 2_000 });
    assert.deepEqual(await takeAll('a', 'a', 'a', 'a'), [0, 0, 0, 2]);
    assert.equal(await take('a'), 2, 'a rejected call does not count');
    pass(1_500);
    assert.equal(await take('a'), 1);
    pass(500);
    assert.deepEqual(await takeAll('a', 'a'), [0, 2]);
    pass(3_600_000);
    assert.deepEqual(await takeAll('a', 'a', 'a', 'a'), [0, 0, 0, 2]);
  });

  it('does not limit calls below the rate', async () => {
    const { take, pass } = await stage({ burst: 2, everyMs: 3_000 });
    for (let count = 0; count < 200; count++) {
      assert.equal(await take('a'), 0);
      pass(3_000);
    }
  });

  it('counts keys and limits separately', async () => {
    const { deps, takeAll } = await stage({ burst: 1, everyMs: 1_000 });
    assert.deepEqual(await takeAll('a', 'b', 'a'), [0, 0, 1]);
    assert.equal(await createThrottle(deps, 'other', { burst: 1, everyMs: 1_000 }).take('a'), 0);
  });

  it('allows exactly the burst when calls are concurrent', async () => {
    const { take } = await stage({ burst: 5, everyMs: 1_000 });
    const waits = await Promise.all(Array.from({ length: 20 }, () => take('a')));
    assert.equal(waits.filter((wait) => wait === 0).length, 5);
  });

  it('rejects without a query during the wait, for the newest keys', async () => {
    const { takeAll, queries } = await stage({ burst: 1, everyMs: 60_000 }, 2);
    const rejected = ['a', 'a', 'b', 'b', 'c', 'c'];
    await takeAll(...rejected, ...rejected);
    const before = queries();
    assert.deepEqual(await takeAll('b', 'b', 'c', 'c'), [60, 60, 60, 60]);
    assert.equal(queries(), before);
    assert.equal((await takeAll('a'))[0], 60);
    assert.ok(queries() > before);
  });
});

describe('createRequestThrottles', () => {
  it('supports any rate per minute, and none', async () => {
    const { deps } = await stage({ burst: 1, everyMs: 1 });
    const allowed = async (perMinute: number) => {
      const { anonymous } = createRequestThrottles(deps, perMinute);
      const waits = [];
      for (let count = 0; count < 6; count++) waits.push(await anonymous.take(`${perMinute}`));
      return waits.filter((wait) => wait === 0).length;
    };
    assert.deepEqual([await allowed(7), await allowed(0), await allowed(1_000_000)], [4, 6, 6]);
  });

  it('deletes keys with a full burst', async () => {
    const database = await postgres.fresh();
    const clock = { nowMs: () => Date.now() - 600_000 };
    await createRequestThrottles({ database, clock }, 60).anonymous.take('gone');
    const now = { nowMs: () => Date.now() };
    await createRequestThrottles({ database, clock: now }, 1).anonymous.take('waiting');
    await sweepAccess(database, { auditDays: 0 });
    assert.deepEqual(await database.query('select key from throttles'), [{ key: 'anonymous from waiting' }]);
  });
});
