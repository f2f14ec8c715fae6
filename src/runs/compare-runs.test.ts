import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { caps, type Measured, measuredRun } from '../../test/support/measured-run.ts';
import { withDatabase } from '../../test/support/postgres.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { until } from '../../test/support/until.ts';
import type { Database } from '../store/database.ts';
import { ownerOf } from './actor.fixture.ts';
import { advanceRun } from './advance-run.ts';
import { createRunViews } from './create-run-views.ts';
import { createRuns } from './create-runs.ts';
import { finalVerdict } from './verdict.ts';

const postgres = withDatabase();
const labels = ['Home', 'Search', 'Cart', 'Checkout'];

/** A service with one account whose runs use real frames, roll-ups and reports. */
async function scene(t: TestContext) {
  const database: Database = await postgres.fresh();
  const context = await runContextFor(t, database, { caps });
  const runs = createRuns(context);
  let account: number | undefined;
  async function finished(measured: Partial<Measured>, testId: string | null = null): Promise<string> {
    const { runId, accountId } = await measuredRun(database, {
      seconds: 150,
      rate: 40,
      drift: 0.05,
      labels,
      ...measured,
    });
    account ??= accountId;
    await database.query(`update runs set account_id = $2, test_id = $3 where id = $1`, [
      runId,
      account,
      testId,
    ]);
    await database.query(
      `insert into run_files (id, run_id, position, name, size_bytes, sha256, storage_key) values ($1, $1, 0, 'plan.jmx', 1, 'same', $1)`,
      [runId],
    );
    await database.query(`update executions set state = 'delivered' where run_id = $1`, [runId]);
    await until('the run is finished', async () => {
      await advanceRun(context, runId);
      const [run] = await database.query<{ phase: string }>('select phase from runs where id = $1', [runId]);
      return run?.phase === 'finished';
    });
    return runId;
  }
  async function compare(...ids: string[]) {
    const actor = ownerOf(account ?? 0);
    const views = await Promise.all(ids.map((id) => runs.get(actor, id)));
    return createRunViews(context, caps).compare(views, {});
  }
  return { finished, compare, database, runs: (id: string) => runs.get(ownerOf(account ?? 0), id) };
}

test('finds no difference on an unchanged target, and detects a slowdown of 30 %', async (t) => {
  const { finished, compare } = await scene(t);
  const [one, same, slow] = [
    await finished({ seed: 1 }),
    await finished({ seed: 2 }),
    await finished({ seed: 3, medianMs: 65 }),
  ];
  const { comparisons, runs } = await compare(one, same, slow);
  const [unchanged, slower] = comparisons;
  assert.equal(unchanged?.verdict, 'no_clear_difference');
  assert.ok(unchanged?.labels.every(({ verdict }) => verdict === 'no_clear_difference'));
  assert.equal(slower?.verdict, 'worse');
  assert.equal(slower?.total.verdict, 'worse');
  assert.deepEqual(slower?.labels.map(({ label }) => label).sort(), labels.toSorted());
  assert.ok(slower?.labels.every(({ verdict }) => verdict === 'worse'));
  const p50 = slower?.total.differences.find(({ metric }) => metric === 'p50');
  assert.ok(p50 && p50.change !== null && p50.change > 20 && p50.change < 40);
  assert.equal(p50?.baseline, runs[0]?.report.total.times.passed?.percentilesMs['50']);
  assert.deepEqual(unchanged?.basis, { kind: 'repeats', repeats: 1, isEnough: false });
  const [pair] = (await compare(one, slow)).comparisons;
  assert.equal(pair?.verdict, 'worse');
  const again = await compare(one, same, slow);
  assert.deepEqual(again.comparisons, comparisons, 'the same runs always compare alike');
});

test('estimates the run-to-run noise from repeats of the plan', async (t) => {
  const { finished, compare } = await scene(t);
  const ids: string[] = [];
  for (const [at, medianMs] of [50, 66, 45, 70, 52, 64].entries())
    ids.push(await finished({ seed: at + 1, medianMs, seconds: 90 }));
  const { comparisons } = await compare(ids[4] ?? '', ids[5] ?? '');
  assert.deepEqual(comparisons[0]?.basis, { kind: 'repeats', repeats: 4, isEnough: true });
  assert.equal(comparisons[0]?.verdict, 'no_clear_difference', 'runs of this plan always differ so much');
});

test('lists labels of only one run, and does not judge short runs', async (t) => {
  const { finished, compare } = await scene(t);
  const one = await finished({ seconds: 40 });
  const two = await finished({ seconds: 40, labels: ['Home', 'Search', 'Cart', 'Pay'], seed: 2 });
  const [comparison] = (await compare(one, two)).comparisons;
  assert.equal(comparison?.verdict, 'too_few_samples');
  assert.deepEqual(comparison?.basis, { kind: 'blocks', blockS: 15 }, 'there is no other run');
  assert.equal(comparison?.labelsLeftOut, 0);
  const unmatched = comparison?.labels
    .filter(({ verdict }) => verdict === 'only_in_one')
    .map(({ label }) => label);
  assert.deepEqual(unmatched?.sort(), ['Checkout', 'Pay']);
});

test('reports how many of the rarest labels are omitted', async (t) => {
  const { finished, compare } = await scene(t);
  const busy = Array.from({ length: 290 }, (_, at) => `Page ${at}`);
  const often = [...busy, ...busy, ...busy, ...busy];
  const rare = Array.from({ length: 25 }, (_, at) => `Rare ${at}`);
  const ids = [];
  for (const seed of [1, 2])
    ids.push(await finished({ seconds: 40, rate: 250, labels: [...often, ...rare], seed }));
  const { runs, comparisons } = await compare(...ids);
  const [one, two] = runs.map(({ report }) => new Set(report.labels.map(({ label }) => label)));
  assert.ok(one && two && comparisons[0]);
  const { labels: compared, labelsLeftOut } = comparisons[0];
  assert.ok(labelsLeftOut > 0);
  assert.equal(compared.length + labelsLeftOut, one.union(two).size);
  assert.ok(busy.every((label) => compared.some((each) => each.label === label)));
});

test('a finished run is compared with the baseline of its test, by the noise of its history', async (t) => {
  const { finished, database, runs } = await scene(t);
  const pinned = await finished({ seed: 1, seconds: 90 });
  const [owner] = await database.query<{ account: number; project: number }>(
    'select account_id as account, project_id as project from runs where id = $1',
    [pinned],
  );
  await database.query(
    `insert into tests (id, account_id, project_id, name, run_id, baseline_run_id) values ('shop', $1, $2, 'Shop', $3, $3)`,
    [owner?.account, owner?.project, pinned],
  );
  await database.query(`update runs set test_id = 'shop' where id = $1`, [pinned]);
  await finished({ seed: 7, seconds: 90 });
  const slow = await runs(await finished({ seed: 2, medianMs: 75, seconds: 90 }, 'shop'));
  assert.equal(slow.run.baseline?.runId, pinned);
  assert.equal(slow.run.baseline?.verdict, 'worse');
  assert.match(slow.run.baseline?.basis ?? '', /^Noise estimated from blocks of 15 s/, 'of no other test');
  assert.match(finalVerdict(slow)?.sentence ?? '', / Compared with the baseline: worse\. The median is /);
  const same = await runs(await finished({ seed: 3, seconds: 90 }, 'shop'));
  assert.equal(same.run.baseline?.verdict, 'no_clear_difference');
  assert.match(same.run.baseline?.basis ?? '', /from one other run of the same plan/);
  assert.equal((await runs(pinned)).run.baseline, null);
});
