import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

interface OpenTransaction {
  seconds: number;
  query: string;
}

const everyMs = 100;

/**
 * Samples the open transactions of a database until the test calls the returned function, which fails when one of them was
 * open for too long. Not seen, and legitimately long: migrations, which run before services start, and `spate backup`.
 */
export async function watchTransactions(
  t: TestContext,
  databaseUrl: string,
  limitS = 5,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let longest: OpenTransaction = { seconds: 0, query: 'none' };
  let samples = 0;
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      const { rows } = await client.query<OpenTransaction>(
        `select extract(epoch from clock_timestamp() - xact_start)::float8 as seconds, query from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
          and xact_start is not null
        order by xact_start limit 1`,
      );
      samples++;
      if (rows[0] && rows[0].seconds > longest.seconds) longest = rows[0];
      await sleep(everyMs);
    }
  })();
  // Also called when the test has failed: the client ends once.
  const ended = sampling.finally(() => client.end());
  const stop = () => {
    isOver = true;
    return ended;
  };
  t.after(stop);
  return async () => {
    await stop();
    t.diagnostic(`longest of ${samples} sampled transactions: ${longest.seconds} s`);
    assert.ok(longest.seconds > 0, 'a transaction was seen');
    assert.ok(longest.seconds < limitS, `a transaction was open for ${longest.seconds} s: ${longest.query}`);
  };
}
