import { createBreather } from '../lib/breathe.ts';
import type { Caps } from '../metrics/caps.ts';
import { type ChartPoint, chartPoint, mergePoints } from '../metrics/chart.ts';
import { coverRange, stepFor, type TimeRange } from '../metrics/cover.ts';
import { emptyRollup, type Rollup } from '../metrics/rollup.ts';
import { decodeRollup } from '../metrics/rollup-codec.ts';
import { RollupMerger } from '../metrics/rollup-merger.ts';
import type { Queryable } from '../store/database.ts';
import { lastRolledSecond, readRollups, staleIntervals } from '../store/rollups.ts';
import { allGrids } from './roller.ts';
import { decodeWhole } from './whole-reading.ts';

/** Exact statistics of a range of seconds, from the coarsest roll-ups that fit. */
export async function readRange(
  db: Queryable,
  runId: string,
  range: TimeRange,
  caps: Caps,
  { label, ...options }: { isTotal?: boolean; label?: string } = {},
): Promise<Rollup> {
  const merger = new RollupMerger({ startS: range.fromS, spanS: 0 }, caps);
  const breathe = createBreather();
  for (const piece of coverRange(range, await staleIntervals(db, runId))) {
    const { spanS, fromS, toS } = piece;
    for await (const row of readRollups(db, { runId, gridId: allGrids, spanS, fromS, toS, ...options })) {
      if (label === undefined) await merger.addEncoded(row.payload, breathe);
      else merger.add(decodeRollup(row.payload, (name) => name === label));
      await breathe();
    }
  }
  await merger.settle(breathe);
  return merger.finish();
}

/** Total of the whole run; fast for any number of labels. */
export async function readWholeTotal(db: Queryable, runId: string): Promise<Rollup> {
  for await (const row of readRollups(db, { runId, gridId: allGrids, spanS: 0, isTotal: true }))
    return decodeWhole(row.payload);
  return emptyRollup(0, 0);
}

/** End of the last rolled-up second. */
export async function readFiguresAt(db: Queryable, runId: string): Promise<Date | null> {
  const second = await lastRolledSecond(db, { runId, gridId: allGrids });
  return second === undefined ? null : new Date((second + 1) * 1000);
}

/** One label of the whole run. */
export async function readWholeOf(db: Queryable, runId: string, label: string): Promise<Rollup> {
  for await (const row of readRollups(db, { runId, gridId: allGrids, spanS: 0 }))
    return decodeRollup(row.payload, (name) => name === label);
  return emptyRollup(0, 0);
}

export interface PointsQuery {
  range: TimeRange;
  maxPoints: number;
  /** Maximum number of roll-ups to read. */
  maxReads?: number;
  label?: string | undefined;
}

/** At most `maxPoints` points, oldest first; intervals without a roll-up are omitted. */
export async function readPoints(
  db: Queryable,
  runId: string,
  { range, maxPoints, maxReads = maxPoints, label }: PointsQuery,
): Promise<{ stepS: number; points: ChartPoint[] }> {
  const { spanS, stepS } = stepsFor(range.toS - range.fromS, maxPoints, maxReads);
  const breathe = createBreather();
  const points: ChartPoint[] = [];
  let group: ChartPoint[] = [];
  let groupStartS = 0;
  const close = () => {
    if (group.length > 0)
      points.push(
        group.length === 1 && stepS === spanS ? (group[0] as ChartPoint) : mergePoints(groupStartS, group),
      );
    group = [];
  };
  const isTotal = label === undefined;
  for await (const row of readRollups(db, {
    runId,
    gridId: allGrids,
    spanS,
    ...within(range, spanS),
    isTotal,
  })) {
    const rollup = decodeRollup(row.payload, isTotal ? undefined : (name) => name === label);
    const startS = row.startS - (row.startS % stepS);
    if (startS !== groupStartS) close();
    groupStartS = startS;
    group.push(chartPoint(rollup, label));
    await breathe();
  }
  close();
  return { stepS, points };
}

/** Sparklines: one point per step for each of the labels. */
export async function readSparks(
  db: Queryable,
  runId: string,
  range: TimeRange,
  labels: ReadonlySet<string>,
  maxPoints: number,
): Promise<{ startS: number; stepS: number; points: Map<string, (ChartPoint | undefined)[]> }> {
  const { spanS, stepS } = stepsFor(range.toS - range.fromS, maxPoints, 6 * maxPoints);
  const startS = range.fromS - (range.fromS % stepS);
  const length = Math.max(0, Math.ceil((range.toS - startS) / stepS));
  const groups = new Map([...labels].map((label) => [label, Array.from({ length }, (): ChartPoint[] => [])]));
  const breathe = createBreather();
  if (labels.size > 0) {
    for await (const row of readRollups(db, { runId, gridId: allGrids, spanS, ...within(range, spanS) })) {
      const rollup = decodeRollup(row.payload, (name) => labels.has(name));
      const at = Math.floor((row.startS - startS) / stepS);
      for (const label of rollup.labels.keys()) groups.get(label)?.[at]?.push(chartPoint(rollup, label));
      await breathe();
    }
  }
  const points = new Map(
    [...groups].map(([label, steps]) => [
      label,
      steps.map((group, at) => (group.length === 0 ? undefined : mergePoints(startS + at * stepS, group))),
    ]),
  );
  return { startS, stepS, points };
}

/** Step and roll-up span that respect both limits. */
function stepsFor(lengthS: number, maxPoints: number, maxReads: number) {
  const { spanS, stepS } = stepFor(lengthS, maxReads);
  return { spanS, stepS: Math.max(stepS, spanS * Math.ceil(lengthS / (spanS * maxPoints))) };
}

/** Extends the range to whole intervals. */
function within({ fromS, toS }: TimeRange, spanS: number): TimeRange {
  return { fromS: fromS - (fromS % spanS), toS };
}
