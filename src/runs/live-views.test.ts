import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { caps, measuredRun } from '../../test/support/measured-run.ts';
import { withDatabase } from '../../test/support/postgres.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { until } from '../../test/support/until.ts';
import { findRun } from '../store/runs.ts';
import { createRunViews } from './create-run-views.ts';
import { LiveViews } from './live-views.ts';
import type { RunViews } from './run-views.ts';

const postgres = withDatabase();
const whole = {};

/** A run with samples; `computed` counts the views computed. */
async function scene(t: TestContext, options: { minMs: number; refreshMs: number }) {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const { runId } = await measuredRun(database, { seconds: 5 });
  await context.roller.rollRun(runId);
  const run = await findRun(database, runId);
  assert.ok(run);
  const views = createRunViews(context, caps);
  const counted = { computed: 0 };
  const page: RunViews['page'] = (view, range) => {
    counted.computed += 1;
    return views.page(view, range);
  };
  return { database, run, counted, live: new LiveViews({ context, views: { page }, ...options }) };
}

test('computes a view once for all followers of a run and range', async (t) => {
  const { run, counted, live } = await scene(t, { minMs: 3_600_000, refreshMs: 3_600_000 });
  const [first, second] = await Promise.all([live.read(run, whole, '1'), live.read(run, whole, '1')]);
  assert.equal(first, second);
  assert.equal(await live.read(run, whole, '1'), first);
  assert.equal(await live.read(run, whole, '2'), first, 'not due before the minimum interval');
  assert.equal(counted.computed, 1);
  const part = await live.read(run, { from: 0, to: 2 }, '1');
  assert.notEqual(part, first);
  assert.equal(counted.computed, 2);
});

test('computes a view again when the run has changed, or after the refresh interval', async (t) => {
  const changing = await scene(t, { minMs: 0, refreshMs: 3_600_000 });
  const first = await changing.live.read(changing.run, whole, '1');
  assert.equal(await changing.live.read(changing.run, whole, '1'), first);
  await until(
    'the pause is over',
    async () => (await changing.live.read(changing.run, whole, '2')) !== first,
  );
  assert.equal(changing.counted.computed, 2);
  const quiet = await scene(t, { minMs: 0, refreshMs: 0 });
  const before = await quiet.live.read(quiet.run, whole, '1');
  await until('the pause is over', async () => (await quiet.live.read(quiet.run, whole, '1')) !== before);
});

test('computes the view of a finished run at once, and only once', async (t) => {
  const { run, counted, live } = await scene(t, { minMs: 3_600_000, refreshMs: 0 });
  const before = await live.read(run, whole, '1');
  const finished = { ...run, phase: 'finished' as const };
  const final = await live.read(finished, whole, '2');
  assert.notEqual(final, before);
  assert.equal(final.view.status, 'finished');
  assert.equal(await live.read(finished, whole, '3'), final);
  assert.equal(counted.computed, 2);
});

test('reports a failed computation to its readers, and tries again', async (t) => {
  const { run, live, database } = await scene(t, { minMs: 3_600_000, refreshMs: 3_600_000 });
  await database.query('alter table rollups rename to away');
  await assert.rejects(live.read(run, whole, '1'), /rollups/);
  await database.query('alter table away rename to rollups');
  assert.equal((await live.read(run, whole, '1')).view.run.id, run.id);
});
