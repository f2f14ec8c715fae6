import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { until } from '../../test/support/until.ts';
import { silentLog } from '../lib/log.ts';
import { createServiceMetrics } from './metrics.ts';

const postgres = withDatabase();

test('omits the figures of a database that does not respond in time, and shows them again later', async (t) => {
  const database = await postgres.fresh();
  await insertRunRows(database, { nodesPerGrid: 3 });
  const page = createServiceMetrics({
    registry: new Registry(),
    database,
    log: silentLog,
    nodeConnections: () => 2,
    pendingFrameBytes: () => 42,
    databaseLimitMs: 1_000,
  });
  const expectAll = async () => {
    // On a busy machine, a database that is not locked can be late, too.
    const text = await until('the database responds in time', async () => {
      const rendered = await page.render();
      return rendered.includes('spate_database_up 1\n') ? rendered : undefined;
    });
    for (const line of [
      'spate_runs{state="running"} 1',
      'spate_runs{state="collecting"} 0',
      'spate_nodes{state="running"} 3',
      'spate_jobs_oldest_due_age_seconds 0',
      'spate_node_connections 2',
      'spate_ingest_pending_bytes 42',
      'spate_database_pool_size 10',
    ])
      assert.ok(text.split('\n').includes(line), `${line} is missing in\n${text}`);
  };
  await expectAll();

  const blocker = await database.pool.connect();
  t.after(() => blocker.release(true));
  await blocker.query('begin; lock table runs in access exclusive mode');
  const text = await page.render();
  assert.match(text, /^spate_database_up 0$/m);
  assert.match(text, /^spate_node_connections 2$/m);
  assert.doesNotMatch(text, /^spate_(runs|nodes|grids|jobs\w*|rollups\w*|nodes_\w+)[ {]/m);
  await blocker.query('rollback');
  await expectAll();
});
