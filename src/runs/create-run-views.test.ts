import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  caps,
  type Measured,
  measuredRun,
  measuredFromS as startS,
} from '../../test/support/measured-run.ts';
import { withDatabase } from '../../test/support/postgres.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { until } from '../../test/support/until.ts';
import { decodeFrame } from '../metrics/frame.ts';
import { LabelStats } from '../metrics/label-stats.ts';
import { allResponseTimesOf } from '../metrics/response-times.ts';
import { readFrames } from '../store/frames.ts';
import { markAllDirty } from '../store/rollups.ts';
import { addVitals } from '../store/vitals.ts';
import { ownerOf } from './actor.fixture.ts';
import { advanceRun } from './advance-run.ts';
import { createRunViews } from './create-run-views.ts';
import { createRuns } from './create-runs.ts';

const postgres = withDatabase();

async function scene(t: TestContext, measured: Measured, isFinished = true) {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const rows = await measuredRun(database, measured);
  const { runId, accountId } = rows;
  if (isFinished) {
    await database.query(`update executions set state = 'delivered' where run_id = $1`, [runId]);
    await until('the run is finished', async () => {
      await advanceRun(context, runId);
      const [run] = await database.query<{ phase: string }>('select phase from runs where id = $1', [runId]);
      return run?.phase === 'finished';
    });
  } else await context.roller.rollRun(runId);
  const runs = createRuns(context);
  const view = await runs.get(ownerOf(accountId), runId);
  return { database, context, rows, runs, view, views: createRunViews(context, caps), runId };
}

test('computes exact figures for a range of frames', async (t) => {
  const { database, views, view, runId } = await scene(t, {
    seconds: 700,
    failing: 0.1,
    labels: ['a', 'b', 'c', 'd', 'e', 'f'],
  });
  for (const [from, to] of [
    [3, 4],
    [10, 400],
    [startS + 80, startS + 417],
  ] as const) {
    const page = await views.page(view, { from, to });
    const { fromS, toS } = page.range;
    const seconds = Array.from({ length: toS - fromS }, (_, at) => fromS + at);
    const truth = new LabelStats();
    const labels = new Map<string, LabelStats>();
    for (const row of await readFrames(database, runId, seconds)) {
      for (const [label, stats] of decodeFrame(row.seq, row.second, row.payload).labels) {
        truth.merge(stats);
        const known = labels.get(label) ?? new LabelStats();
        known.merge(stats);
        labels.set(label, known);
      }
    }
    const { total, errors } = page.report;
    assert.equal(total.passed, truth.passed);
    assert.equal(total.failed, truth.failed);
    assert.deepEqual(total.times, allResponseTimesOf(truth));
    assert.equal(total.times.all?.minMs, truth.minUs / 1000);
    assert.equal(errors[0]?.count, truth.failed);
    assert.equal(total.requestsPerMinute, Math.round((truth.count * 60_000) / (toS - fromS)) / 1000);
    for (const [label, stats] of labels) {
      const ofLabel = await views.errors(view, { from, to, label });
      assert.deepEqual(ofLabel.errors, [...stats.errors.values()], label);
      assert.deepEqual(ofLabel.range, page.range);
    }
    assert.deepEqual((await views.errors(view, { from, to })).errors, errors);
    for (const figures of page.report.labels)
      assert.deepEqual(figures.times, allResponseTimesOf(labels.get(figures.label) ?? new LabelStats()));
    assert.equal(page.nodes[0]?.samples, truth.count);
  }
});

test('the whole run equals its report and the range of all its seconds', async (t) => {
  const { views, view, runs } = await scene(t, { seconds: 420, rate: 4, failing: 0.02 });
  const report = await runs.report(view);
  const whole = await views.page(view, {});
  assert.deepEqual(whole.report, report);
  assert.equal(whole.range.isWhole, true);
  const all = await views.page(view, { from: 0, to: 100_000 });
  assert.equal(all.range.isWhole, false);
  assert.deepEqual(all.report.total, report.total);
  assert.deepEqual(all.report.labels, report.labels);
  assert.equal(all.report.summary, report.summary);
  assert.deepEqual(all.report.errors, report.errors);
  const home = await views.errors(view, { label: 'Home' });
  assert.equal(home.errors[0]?.count, report.labels.find(({ label }) => label === 'Home')?.failed);
  assert.equal(home.errors[0]?.example.label, 'Home');
  assert.deepEqual((await views.errors(view, { label: 'Nothing' })).errors, []);
  assert.equal(whole.reconciliation?.reported, report.total.passed + report.total.failed);
});

test('a range is exact while its coarser roll-ups are outdated', async (t) => {
  const { database, context, views, view, runId } = await scene(t, { seconds: 420, rate: 4 }, false);
  const before = await views.page(view, { from: 5, to: 415 });
  await context.roller.close();
  await database.query(`update rollups set payload = 'nonsense', total = null where span_s in (15, 300)`);
  await assert.rejects(views.page(view, { from: 5, to: 415 }), /cannot be read/);
  await markAllDirty(database, runId);
  const { total } = (await views.page(view, { from: 5, to: 415 })).report;
  assert.deepEqual(total, before.report.total);
  assert.equal(total.passed, 4 * 410);
});

test('charts of a running run have the seconds that the whole run does not have yet', async (t) => {
  const { database, context, views, view, runId } = await scene(t, { seconds: 6, rate: 4 }, false);
  await context.roller.close();
  await database.query('delete from rollups where run_id = $1 and span_s = 0', [runId]);
  const running = { ...view, run: { ...view.run, loadEndedAt: null } };
  const { columns } = await views.charts(running, {});
  assert.deepEqual(columns.passed, Array(6).fill(4));
  assert.deepEqual((await views.charts(running, { label: 'Home' })).columns.timeS, columns.timeS);
  assert.equal((await views.charts(running, { to: 3 })).columns.timeS.length, 3);
});

test('charts choose a step by length, add up to the report, and show gaps', async (t) => {
  const { database, views, view, runId, runs } = await scene(t, { seconds: 1300, failing: 0.1, rate: 4 });
  const report = await runs.report(view);
  const sum = (column: readonly (number | null)[]) =>
    column.reduce((total: number, each) => total + (each ?? 0), 0);
  const long = await views.charts(view, {});
  assert.equal(long.stepS, 15);
  assert.equal(sum(long.columns.passed), report.total.passed);
  assert.equal(sum(long.columns.failed), report.total.failed);
  assert.ok(long.columns.throughput.slice(1, -1).every((rate) => rate === 4));
  const short = await views.charts(view, { from: 100, to: 160 });
  assert.equal(short.stepS, 1);
  assert.equal(short.columns.timeS.length, 60);
  const label = await views.charts(view, { label: 'Home' });
  assert.equal(sum(label.columns.passed), report.labels.find((each) => each.label === 'Home')?.passed);
  await database.query('delete from rollups where run_id = $1 and span_s = 1 and start_s between $2 and $3', [
    runId,
    startS + 110,
    startS + 119,
  ]);
  const gap = await views.charts(view, { from: 100, to: 160 });
  assert.equal(gap.columns.timeS.length, 60);
  assert.deepEqual(gap.columns.p95.slice(10, 20), Array(10).fill(null));
});

test('the heat map contains every sample in logarithmic rows', async (t) => {
  const { views, view } = await scene(t, { seconds: 250, rate: 4, failing: 0.1 });
  const { heatmap, stepS } = await views.heatmap(view, { times: 'all' });
  assert.equal(stepS, 2, 'columns are as fine as fits, not as coarse as the next roll-up');
  const counted = heatmap.counts.flat().reduce((sum, each) => sum + each, 0);
  assert.equal(counted, 1000);
  const { passed, failed } = (await views.page(view, {})).report.total;
  for (const [times, expected] of [['failed', failed] as const, [undefined, passed] as const]) {
    const part = await views.heatmap(view, { times });
    const samples = part.heatmap.counts.flat().reduce((sum, each) => sum + each, 0);
    assert.equal(samples, expected, `samples that are ${times ?? 'passed'}`);
  }
  assert.ok(heatmap.boundsMs.length <= 61);
  const ratios = heatmap.boundsMs.slice(1).map((bound, at) => bound / (heatmap.boundsMs[at] ?? 1));
  assert.ok(ratios.every((ratio) => Math.abs(ratio - 10 ** (1 / 12)) < 0.01));
  assert.equal(heatmap.max, Math.max(...heatmap.counts.flat()));
});

test('sorts labels without response times last in both directions', async (t) => {
  const labels = Array.from({ length: 20 }, (_, at) => `page ${at}`);
  const { views, view } = await scene(t, { seconds: 3, rate: 20, labels, failing: 0.1 });
  for (const isDescending of [true, false]) {
    const query = { sort: 'p95', isDescending, page: 1, pageSize: 20, times: 'failed' } as const;
    const found = (await views.labels(view, query)).labels.map(({ figures }) => figures.times.failed);
    const known = found.flatMap((times) => times?.percentilesMs['95'] ?? []);
    assert.ok(known.length > 0 && known.length < found.length);
    assert.ok(found.slice(known.length).every((times) => times === null));
    const sorted = known.toSorted((one, other) => (isDescending ? other - one : one - other));
    assert.deepEqual(known, sorted);
  }
});

test('searches, sorts and pages labels with their sparklines', async (t) => {
  const labels = Array.from({ length: 60 }, (_, at) => `page ${at}`);
  const { views, view, runs } = await scene(t, { seconds: 30, rate: 200, labels, failing: 0.05 });
  const report = await runs.report(view);
  const first = await views.labels(view, { sort: 'p95', isDescending: true, page: 1, pageSize: 25 });
  assert.equal(first.total, 60);
  const p95s = first.labels.map(({ figures }) => figures.times.passed?.percentilesMs['95'] ?? 0);
  assert.deepEqual(
    p95s,
    p95s.toSorted((one, other) => other - one),
  );
  assert.equal(
    p95s[0],
    Math.max(...report.labels.map((each) => each.times.passed?.percentilesMs['95'] ?? 0)),
  );
  for (const { figures, sparkFailed, sparkP95 } of first.labels) {
    assert.deepEqual(
      figures,
      report.labels.find((each) => each.label === figures.label),
    );
    assert.equal(
      sparkFailed.reduce((sum, each) => sum + each, 0),
      figures.failed,
    );
    assert.ok(sparkP95.length <= 41 && sparkP95.some((each) => each !== null));
  }
  const last = await views.labels(view, { sort: 'label', isDescending: false, page: 3, pageSize: 25 });
  assert.equal(last.labels.length, 10);
  const found = await views.labels(view, {
    sort: 'label',
    isDescending: false,
    page: 1,
    pageSize: 25,
    search: 'AGE 5',
  });
  assert.equal(found.total, 11);
  const one = { sort: 'samples', isDescending: true, page: 1, pageSize: 1 } as const;
  const exact = await views.labels(view, { ...one, label: 'page 5' });
  assert.deepEqual(
    exact.labels.map(({ figures }) => figures.label),
    ['page 5'],
    'only that one, not those with the text in them',
  );
  assert.equal((await views.labels(view, { ...one, label: 'page' })).total, 0);
  const nameOf = (label: string) => `${label.slice('page '.length)} of them`;
  const shown = { ...one, sort: 'label', isDescending: false, nameOf } as const;
  assert.equal(
    (await views.labels(view, { ...shown, search: 'page' })).total,
    0,
    'what is hidden is not found',
  );
  assert.equal((await views.labels(view, { ...shown, search: '5 of' })).total, 6);
  assert.equal((await views.labelNames(view)).length, 60);
});

test('nodes show utilization and clock offset in the range, also where no sample ended', async (t) => {
  const { database, rows, views, view } = await scene(t, { seconds: 60, nodesPerGrid: 2 }, false);
  const [one] = rows.executions;
  const tell = (second: number, cpu: number, clockOffsetMs: number) =>
    addVitals(database, startS + second, [
      {
        nodeId: one?.nodeId ?? '',
        vitals: { cpu, memoryUsedBytes: 1000 * cpu, clockOffsetMs, roundTripMs: 1 },
      },
    ]);
  await tell(2, 0.25, 3);
  await tell(4, 0.75, -80);
  await tell(40, 1, 1);
  const whole = await views.page(view, {});
  const near = (value: number | undefined, expected: number) =>
    assert.ok(Math.abs((value ?? Number.NaN) - expected) < 1e-6, String(value));
  near(whole.nodes[0]?.vitals?.cpuMean, 2 / 3);
  near(whole.nodes[0]?.vitals?.cpuMax, 1);
  near(whole.nodes[0]?.vitals?.clockOffsetMs, -80);
  assert.equal(whole.nodes[1]?.vitals, null);
  assert.equal(whole.nodes[1]?.samples, 1200);
  const early = await views.page(view, { from: 0, to: 20 });
  near(early.nodes[0]?.vitals?.cpuMean, 0.5);
  near(early.nodes[0]?.vitals?.cpuMax, 0.75);
  assert.equal(early.nodes[0]?.vitals?.memoryMaxBytes, 750);
  assert.equal(early.nodes[0]?.wholeClockOffsetMs, -80);
  assert.equal(whole.nodes[1]?.wholeClockOffsetMs, null);
  const isOverloaded = async (range: object) => (await views.page(view, range)).nodes[0]?.isOverloaded;
  assert.equal(await isOverloaded({}), false, 'one busy interval is a peak');
  await tell(20, 0.97, 1);
  assert.equal(await isOverloaded({}), true);
  assert.equal(
    await isOverloaded({ from: 0, to: 10 }),
    true,
    'it is about the whole run, whatever the range',
  );
  const late = await views.page(view, { from: 50, to: 60 });
  assert.equal(late.nodes[0]?.wholeClockOffsetMs, -80);
  const interval = Math.ceil((startS + 200) / 15) * 15 - startS;
  await tell(interval, 0.5, 1);
  for (let from = interval; from < interval + 15; from++) {
    const paused = await views.page(view, { from, to: from + 4 });
    near(paused.nodes[0]?.vitals?.cpuMean, 0.5);
  }
});
