import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { caps, framesFor, measuredRun, measuredFromS as startS } from '../../test/support/measured-run.ts';
import { withDatabase } from '../../test/support/postgres.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { until } from '../../test/support/until.ts';
import type { SampleKind } from '../domain/sample-kind.ts';
import type { ChartColumns } from '../metrics/chart.ts';
import type { Queryable } from '../store/database.ts';
import { insertFrames } from '../store/frames.ts';
import { setPrivacy } from '../store/runs.ts';
import { ownerOf } from './actor.fixture.ts';
import { advanceRun } from './advance-run.ts';
import { parseCursor } from './change-cursor.ts';
import { createRunViews } from './create-run-views.ts';
import { createRuns } from './create-runs.ts';
import type { LiveEvent, LiveStep } from './live-event.ts';
import { createLiveFeed, type Follow } from './live-feed.ts';
import type { ViewEvent } from './live-views.ts';
import type { RunPage } from './run-views.ts';

const postgres = withDatabase();

async function scene(t: TestContext, seconds: number) {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const rows = await measuredRun(database, { seconds, rate: 3 });
  const { runId, accountId } = rows;
  const executionId = rows.executions[0]?.executionId ?? '';
  const measure = (more: { seconds: number; fromS: number; firstSeq: number; failing?: number }) =>
    insertFrames(database, framesFor({ rate: 3, ...more }, executionId, runId, more.firstSeq));
  const finish = async () => {
    await database.query(`update executions set state = 'delivered' where run_id = $1`, [runId]);
    await until('the run is finished', async () => {
      await advanceRun(context, runId);
      const [run] = await database.query<{ phase: string }>('select phase from runs where id = $1', [runId]);
      return run?.phase === 'finished';
    });
  };
  const runs = createRuns(context);
  const view = () => runs.get(ownerOf(accountId), runId);
  const views = createRunViews(context, caps);
  const charts = async (query: { label?: string; times?: SampleKind } = {}) =>
    views.charts(await view(), query);
  return { database, context, views, runId, measure, finish, charts, runs, view };
}

/** Collects the events of a stream like the page: an interval replaces an earlier one of the same time. */
class Follower {
  readonly events: LiveEvent[] = [];
  readonly points = new Map<number, Record<string, number | null>>();
  cursor = '';
  readonly done: Promise<void>;
  readonly #leaving = new AbortController();

  constructor(
    feed: ReturnType<typeof createLiveFeed>,
    options: Pick<Follow, 'runId' | 'label' | 'times' | 'view'> & {
      stepS?: LiveStep;
      after?: string;
      isMember?: boolean;
    },
  ) {
    const { runId, stepS = 1, after, label, times, view, isMember = true } = options;
    const following = feed.follow({
      runId,
      stepS,
      after: parseCursor(after),
      label,
      times,
      view,
      isMember,
      signal: this.#leaving.signal,
    });
    this.done = this.#listen(following);
  }

  async #listen(following: AsyncGenerator<LiveEvent>): Promise<void> {
    for await (const event of following) {
      this.events.push(event);
      if (event.kind !== 'points') continue;
      this.cursor = event.cursor;
      for (const [second, point] of pointsOf(event.columns)) this.points.set(second, point);
    }
  }

  /** Figures of the latest view. */
  get total(): RunPage['report']['total'] | undefined {
    return this.views.at(-1)?.page.report.total;
  }

  get views(): ViewEvent[] {
    return this.events.filter((event) => event.kind === 'view');
  }

  get kinds(): string[] {
    return this.events.map(({ kind }) => kind);
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.done;
  }
}

function pointsOf({ timeS, ...columns }: ChartColumns): Map<number, Record<string, number | null>> {
  return new Map(
    timeS.map((second, at) => [
      second,
      Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[at] ?? null])),
    ]),
  );
}

async function areSettled(database: Queryable, runId: string): Promise<boolean> {
  const [row] = await database.query<{ isSettled: boolean }>(
    `select max(written_by) < pg_snapshot_xmin(pg_current_snapshot()) as "isSettled" from rollups where run_id = $1`,
    [runId],
  );
  return row?.isSettled === true;
}

const byTime = (points: Map<number, unknown>) => [...points].sort(([one], [other]) => one - other);

test('late, reconnecting and permanent followers all receive the figures of the API', async (t) => {
  const { database, context, views, runId, measure, finish, charts, runs, view } = await scene(t, 20);
  // Two services on one database.
  const [feed, other] = [
    createLiveFeed({ context, views, everyMs: 50 }),
    createLiveFeed({ context, views, everyMs: 50 }),
  ];
  const staying = new Follower(feed, { runId });
  await until('20 points', () => staying.points.size === 20);
  // A cursor is as old as the oldest open transaction of the server, which other databases share.
  await until('the transactions that wrote these points are the past', () => areSettled(database, runId));
  const leaver = new Follower(other, { runId });
  await until('20 points', () => leaver.points.size === 20);
  await leaver.leave();
  // A late frame for a second that was already sent, and new seconds.
  await measure({ seconds: 1, fromS: startS + 4, firstSeq: 100 });
  await measure({ seconds: 10, fromS: startS + 20, firstSeq: 200 });
  await until('30 points', () => staying.points.size === 30 && staying.points.get(startS + 4)?.passed === 6);
  const again = new Follower(other, { runId, after: leaver.cursor });
  await until('what changed', () => again.points.size >= 11);
  const late = new Follower(other, { runId });
  await finish();
  await Promise.all([staying.done, again.done, late.done]);
  assert.ok(again.points.size < 30, 'only what changed comes again');
  for (const [second, point] of again.points) leaver.points.set(second, point);
  const truth = byTime(pointsOf((await charts()).columns));
  assert.equal(truth.length, 30);
  for (const { points } of [staying, leaver, late]) assert.deepEqual(byTime(points), truth);
  const figures = staying.events.findLast((event) => event.kind === 'figures');
  assert.deepEqual(figures?.report.total, (await runs.report(await view())).total);
  for (const { kinds } of [staying, again, late]) {
    assert.equal(kinds[0], 'state');
    assert.equal(kinds.at(-1), 'finished');
  }
});

test('a follower of one label, or of failed samples, receives only those, with the figures of the API', async (t) => {
  const { context, views, runId, measure, finish, charts } = await scene(t, 10);
  const feed = createLiveFeed({ context, views, everyMs: 50 });
  const [one, all] = [new Follower(feed, { runId, label: 'Checkout' }), new Follower(feed, { runId })];
  const failed = new Follower(feed, { runId, times: 'failed' });
  await until('10 points', () => one.points.size === 10 && all.points.size === 10);
  await measure({ seconds: 5, fromS: startS + 10, firstSeq: 100, failing: 0.5 });
  await until('15 points', () => one.points.size === 15);
  await finish();
  await Promise.all([one.done, all.done, failed.done]);
  assert.deepEqual(byTime(failed.points), byTime(pointsOf((await charts({ times: 'failed' })).columns)));
  assert.notDeepEqual(byTime(failed.points), byTime(all.points));
  assert.deepEqual(byTime(one.points), byTime(pointsOf((await charts({ label: 'Checkout' })).columns)));
  assert.deepEqual(byTime(all.points), byTime(pointsOf((await charts()).columns)));
  assert.notDeepEqual(byTime(one.points), byTime(all.points));
});

test('a follower of the view receives the one of the API, also after a reconnect, and the final one before the end', async (t) => {
  const { context, views, runId, measure, finish, runs, view } = await scene(t, 20);
  const feed = createLiveFeed({ context, views, everyMs: 50 });
  const whole = new Follower(feed, { runId, view: {} });
  const part = new Follower(feed, { runId, view: { from: 0, to: 5 } });
  const plain = new Follower(feed, { runId });
  await until('60 samples', () => whole.total?.passed === 60 && part.total?.passed === 15);
  const leaver = new Follower(feed, { runId, view: {} });
  await until('a view', () => leaver.views.length > 0);
  await leaver.leave();
  await measure({ seconds: 10, fromS: startS + 20, firstSeq: 100 });
  await until('90 samples', () => whole.total?.passed === 90);
  const again = new Follower(feed, { runId, view: {}, after: leaver.cursor });
  await until('the whole view at once', () => again.total?.passed === 90);
  await finish();
  await Promise.all([whole.done, part.done, plain.done, again.done]);
  const ended = await view();
  for (const { views: received, kinds } of [whole, again]) {
    assert.deepEqual(received.at(-1)?.view, ended);
    assert.deepEqual(received.at(-1)?.page, await views.page(ended, {}));
    assert.deepEqual(kinds.slice(-2), ['view', 'finished']);
  }
  assert.equal(whole.total?.passed, (await runs.report(ended)).total.passed);
  assert.deepEqual(part.views.at(-1)?.page, await views.page(ended, { from: 0, to: 5 }));
  assert.ok(!plain.kinds.includes('view'), 'only on request');
});

test('at coarser steps, an interval is sent when complete, and the last one at the end of the run', async (t) => {
  const { context, views, runId, finish, charts, database } = await scene(t, 40);
  // Halfway through the run.
  const clock = { nowMs: () => (startS + 30) * 1000 };
  const feed = createLiveFeed({
    context: { ...context, grids: { ...context.grids, clock } },
    views,
    everyMs: 50,
  });
  const follower = new Follower(feed, { runId, stepS: 15 });
  await until('two whole intervals', () => follower.points.size === 2);
  await context.roller.rollRun(runId);
  await finish();
  await follower.done;
  const rows = await database.query(
    `select from rollups where run_id = $1 and span_s = 15 and grid_id = ''`,
    [runId],
  );
  assert.equal(follower.points.size, rows.length);
  const sum = (points: Iterable<Record<string, number | null>>) =>
    [...points].reduce((total, point) => total + (point.passed ?? 0), 0);
  assert.equal(sum(follower.points.values()), sum(pointsOf((await charts()).columns).values()));
});

test('sends keep-alives without news, and ends when the service stops', async (t) => {
  const { context, views, runId } = await scene(t, 1);
  const feed = createLiveFeed({ context, views, everyMs: 20, beatMs: 100 });
  const follower = new Follower(feed, { runId });
  await until('two beats', () => follower.kinds.filter((kind) => kind === 'beat').length >= 2);
  feed.close();
  await follower.done;
  assert.ok(!follower.kinds.includes('finished'));
});

test('an anonymous follower loses access when the run is no longer public', async (t) => {
  const { context, views, runId, database } = await scene(t, 1);
  const feed = createLiveFeed({ context, views, everyMs: 20 });
  const refused = new Follower(feed, { runId, isMember: false });
  await refused.done;
  assert.deepEqual(refused.events, []);
  await setPrivacy(database, runId, 'public');
  const stranger = new Follower(feed, { runId, isMember: false });
  await until('a state', () => stranger.kinds.includes('state'));
  await setPrivacy(database, runId, 'private');
  await stranger.done;
  assert.ok(!stranger.kinds.includes('finished'));
});
