import type { SampleKind } from '../domain/sample-kind.ts';
import type { Caps } from '../metrics/caps.ts';
import { addGap, addPoint, type ChartPoint, emptyColumns } from '../metrics/chart.ts';
import type { TimeRange } from '../metrics/cover.ts';
import { heatmapOf } from '../metrics/heatmap.ts';
import { buildReport, errorFigures, type LabelFigures, type Report } from '../metrics/report.ts';
import { percentileMs } from '../metrics/response-times.ts';
import { emptyRollup, type Rollup } from '../metrics/rollup.ts';
import { lastRolledSecond } from '../store/rollups.ts';
import { cursorNow, formatCursor } from './change-cursor.ts';
import { compareRuns } from './compare-runs.ts';
import { judgeRun } from './judge-run.ts';
import { readNodeFigures } from './node-figures.ts';
import {
  readFiguresAt,
  readPoints,
  readRange,
  readSparks,
  readWholeOf,
  readWholeTotal,
} from './range-reading.ts';
import { readFinal } from './reports.ts';
import { allGrids } from './roller.ts';
import type { RunContext } from './run-context.ts';
import {
  chartBounds,
  measuredIn,
  type RangeQuery,
  type RunRange,
  requestedRange,
  runSeconds,
  settleRange,
  startOf,
} from './run-range.ts';
import type { LabelSort, LabelsQuery, RecentFigures, RunViews } from './run-views.ts';
import type { RunView } from './runs.ts';
import { SharedReports } from './shared-reports.ts';
import { readWholes } from './whole-reading.ts';

const maxChartPoints = 1200;
/** Lower, because roll-ups with labels take longer to read. */
const maxLabelPoints = 400;
const maxHeatColumns = 240;
/** Limit of roll-ups read for one heat map; several may be merged into one column. */
const maxHeatReads = 1800;
const maxLabelHeatReads = 600;
const maxSparkPoints = 40;
/** Window of the "now" figures of a running run. */
const recentS = 10;
/** Delay until the figures of a second are rolled up. */
const arrivalS = 3;

export function createRunViews(context: RunContext, caps: Caps): RunViews {
  const { database, clock } = context.grids;
  const { apdexThresholdMs } = context.settings;
  const reports = new SharedReports();

  /** The range ends with the last second of the whole run, or with `latestS` if that is later. */
  async function settle(
    { run }: RunView,
    query: RangeQuery,
    latestS?: number,
  ): Promise<{ total: Rollup; range: RunRange }> {
    const total = runSeconds(await readWholeTotal(database, run.id), run);
    const { firstSecond } = total;
    const lastSecond =
      latestS === undefined ? total.lastSecond : Math.max(total.lastSecond ?? latestS, latestS);
    return { total, range: settleRange(run, { firstSecond, lastSecond }, query, clock.nowMs()) };
  }

  const report = (view: RunView, whole: Rollup, durationS?: number): Report =>
    buildReport({
      whole,
      grids: view.grids.map(({ grid }) => ({
        gridId: grid.id,
        provider: grid.provider,
        region: grid.region,
        target: grid.target,
        whole: emptyRollup(0, 0),
      })),
      apdexThresholdMs,
      failedWithoutSamples: view.run.remoteErrors.length > 0 || view.run.stopRequestedAt !== null,
      ...(durationS === undefined ? {} : { durationS }),
    });

  /** The report of the whole run or of a range, computed by the same functions. */
  function reportOf(view: RunView, range: RunRange, total: Rollup): Promise<Report> {
    const { isWhole, fromS, toS } = range;
    const key = `${view.run.id} ${isWhole ? 'whole' : `${fromS} ${toS}`}`;
    return reports.get(key, view.status === 'finished', () => readReportOf(view, range, total));
  }

  async function readReportOf(view: RunView, range: RunRange, total: Rollup): Promise<Report> {
    if (range.isWhole) {
      const final = await readFinal(database, view.run);
      if (final) return final.report;
      const whole = (await readWholes(database, view.run.id, allGrids)).get(allGrids);
      return report(view, runSeconds(whole ?? emptyRollup(0, 0), view.run));
    }
    const rollup = await readRange(database, view.run.id, range, caps);
    return report(view, rollup, measuredIn(range, total));
  }

  /** Figures of the last seconds, excluding those that may not have arrived yet. */
  async function readRecent(view: RunView): Promise<RecentFigures | null> {
    const { id } = view.run;
    const toS = Math.floor(clock.nowMs() / 1000) - arrivalS;
    const fromS = Math.max(startOf(view.run), toS - recentS);
    if (toS <= fromS) return null;
    const rollup = await readRange(database, id, { fromS, toS }, caps, { isTotal: true });
    const { total, meanConcurrency } = report(view, rollup, toS - fromS);
    return { fromS, toS, total, users: meanConcurrency };
  }

  const views: RunViews = {
    async page(view, query) {
      const { total, range } = await settle(view, query);
      const { run } = view;
      const [ofRange, thresholds, { nodes, count }] = await Promise.all([
        reportOf(view, range, total),
        run.thresholds ??
          judgeRun(database, run, run.failIf, apdexThresholdMs, { isOver: view.status === 'finished' }),
        readNodeFigures(context.grids, view, requestedRange(run, query)),
      ]);
      const isLive = view.status === 'running' && run.phase !== 'collecting';
      return {
        range,
        report: ofRange,
        whole: report(view, total),
        thresholds,
        nodes,
        nodeCount: count,
        reconciliation: (await readFinal(database, run))?.reconciliation ?? null,
        recent: isLive && range.isWhole ? await readRecent(view) : null,
        figuresAt: isLive ? await readFiguresAt(database, run.id) : null,
      };
    },

    async labels(view, query) {
      const { total, range } = await settle(view, query);
      const { labels } = await reportOf(view, range, total);
      const found = search(labels, query);
      const rows = found.slice((query.page - 1) * query.pageSize, query.page * query.pageSize);
      const names = new Set(rows.slice(0, query.maxSparks).map(({ label }) => label));
      const sparks = await readSparks(database, view.run.id, range, names, maxSparkPoints);
      return {
        range,
        total: found.length,
        labels: rows.map((figures) => {
          const points = sparks.points.get(figures.label) ?? [];
          return {
            figures,
            sparkP95: points.map((point) =>
              point ? percentileMs(point.stats, 95, query.times ?? 'passed') : null,
            ),
            sparkFailed: points.map((point) => point?.stats.failed ?? 0),
          };
        }),
        spark: { startS: sparks.startS, stepS: sparks.stepS },
      };
    },

    async errors(view, { label, ...query }) {
      const { total, range } = await settle(view, query);
      if (label === undefined) return { range, errors: (await reportOf(view, range, total)).errors };
      const { id } = view.run;
      const { labels } = range.isWhole
        ? await readWholeOf(database, id, label)
        : await readRange(database, id, range, caps, { label });
      const stats = labels.get(label);
      return { range, errors: stats ? errorFigures(stats) : [] };
    },

    async labelNames(view) {
      const { total, range } = await settle(view, {});
      const { labels } = await reportOf(view, range, total);
      return labels.map(({ label }) => label);
    },

    async charts(view, { label, ...query }) {
      const cursor = await cursorNow(database, clock.nowMs());
      const isOver = view.status === 'finished';
      // The whole run is rolled up after its seconds. Those that it lacks precede the cursor, so no event has them.
      const latestS = isOver
        ? undefined
        : await lastRolledSecond(database, { runId: view.run.id, gridId: allGrids });
      const { total, range } = await settle(view, query, latestS);
      const maxPoints = label === undefined ? maxChartPoints : maxLabelPoints;
      const { stepS, points } = await readPoints(database, view.run.id, { range, maxPoints, label });
      const complete = points.filter(({ startS }) => isOver || stepS === 1 || startS + stepS <= cursor.atS);
      return {
        range,
        stepS,
        cursor: formatCursor(cursor),
        columns: columnsOf(
          complete,
          stepS,
          chartBounds(range.startS, isOver ? total : undefined),
          query.times,
        ),
      };
    },

    async heatmap(view, { label, ...query }) {
      const { range } = await settle(view, query);
      const maxReads = label === undefined ? maxHeatReads : maxLabelHeatReads;
      const reading = { range, maxPoints: maxHeatColumns, maxReads, label };
      const { stepS, points } = await readPoints(database, view.run.id, reading);
      return { range, stepS, heatmap: heatmapOf(points, query.times) };
    },

    compare: (runs, range) => compareRuns(context, { views, caps }, runs, range),
  };
  return views;
}

function columnsOf(
  points: readonly ChartPoint[],
  stepS: number,
  measured: TimeRange,
  kind: SampleKind | undefined,
) {
  const columns = emptyColumns();
  let nextS = points[0]?.startS ?? 0;
  for (const point of points) {
    for (; nextS < point.startS && columns.timeS.length < 2 * maxChartPoints; nextS += stepS)
      addGap(columns, nextS);
    addPoint(columns, point, stepS, measured, kind);
    nextS = point.startS + stepS;
  }
  return columns;
}

function search(
  labels: readonly LabelFigures[],
  { label: only, search: text, sort, isDescending, nameOf, times = 'passed' }: LabelsQuery,
): LabelFigures[] {
  const wanted = text?.trim().toLowerCase() ?? '';
  const found = labels.filter(
    ({ label }) =>
      (only === undefined || label === only) && (nameOf?.(label) ?? label).toLowerCase().includes(wanted),
  );
  // `labels` is sorted by label, not by displayed name.
  if (nameOf && sort === 'label')
    found.sort((one, other) => (nameOf(one.label) < nameOf(other.label) ? -1 : 1));
  if (sort === 'label') return isDescending ? found.reverse() : found;
  const sign = isDescending ? -1 : 1;
  // Labels without samples of this kind sort last in both directions.
  const last = isDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const of = (each: LabelFigures) => figure(each, sort, times) ?? last;
  return found.sort((one, other) => {
    const [a, b] = [of(one), of(other)];
    return a === b ? (one.label < other.label ? -1 : 1) : sign * (a - b);
  });
}

function figure(figures: LabelFigures, sort: Exclude<LabelSort, 'label'>, kind: SampleKind): number | null {
  const times = figures.times[kind];
  const samples = figures.passed + figures.failed;
  switch (sort) {
    case 'samples':
      return samples;
    case 'passed':
    case 'failed':
      return figures[sort];
    case 'error_rate':
      return samples === 0 ? 0 : figures.failed / samples;
    case 'mean':
      return times?.meanMs ?? null;
    case 'min':
      return times?.minMs ?? null;
    case 'max':
      return times?.maxMs ?? null;
    case 'throughput':
      return figures.requestsPerMinute;
    case 'bytes_in':
      return figures.bytesIn;
    case 'p50':
    case 'p75':
    case 'p90':
    case 'p95':
    case 'p99':
      return times?.percentilesMs[sort.slice(1)] ?? null;
  }
}
