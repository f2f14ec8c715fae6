import { overflowLabel } from './caps.ts';
import { meanMs, perMinute, totalOf } from './figures.ts';
import { LabelStats } from './label-stats.ts';
import type { Rollup } from './rollup.ts';
import { RollupCursor } from './rollup-cursor.ts';

/** The seven measurements of the documented CSV, in its order. */
export const measurements = [
  'response_time',
  'latency',
  'throughput',
  'passed',
  'failed',
  'transaction_rate',
  'concurrency',
] as const;

type Measurement = (typeof measurements)[number];

export interface ResultRow {
  /** Start of a 15-second bucket, a multiple of 15,000. */
  timeMs: number;
  measurement: Measurement;
  label: string;
  gridId: string;
  value: number;
}

export interface ResultsInput {
  grids: ResultsGrid[];
  /**
   * documented (the default): a row for each label. later: also one for all labels together under `__all`, and
   * concurrency once, without a label.
   */
  shape?: 'documented' | 'later';
}

export interface ResultsGrid {
  gridId: string;
  /** Labels of the grid in row order; others are counted as `(other labels)`. */
  labels: string[];
  /** The grid's 15 s roll-ups by time. Called once before, and once for each measurement. */
  readRollups15(): AsyncIterable<Rollup> | Iterable<Rollup>;
}

const allLabels = '__all';

const bucketS = 15;
/** Longer gaps are caused by wrong clocks, and are not filled with zeros. */
const maxGapS = 2 * 24 * 60 * 60;

/**
 * Rows by measurement, time, grid and label: every bucket of the run, with zeros for gaps. Reads the roll-ups once per
 * measurement, so that memory does not grow with the run.
 */
export async function* resultRows(input: ResultsInput): AsyncGenerator<ResultRow> {
  const bounds = await findBounds(input.grids);
  if (bounds === null) return;
  for (const measurement of measurements) yield* rowsOf(measurement, input, bounds);
}

interface Bounds {
  firstS: number;
  lastS: number;
}

async function findBounds(grids: ResultsGrid[]): Promise<Bounds | null> {
  let bounds: Bounds | null = null;
  for (const grid of grids) {
    for await (const { startS } of grid.readRollups15()) {
      bounds ??= { firstS: startS, lastS: startS };
      bounds.firstS = Math.min(bounds.firstS, startS);
      bounds.lastS = Math.max(bounds.lastS, startS);
    }
  }
  return bounds;
}

async function* rowsOf(
  measurement: Measurement,
  input: ResultsInput,
  { firstS, lastS }: Bounds,
): AsyncGenerator<ResultRow> {
  const cursors = input.grids.map((grid) => new RollupCursor(grid.readRollups15()));
  try {
    let startS = firstS;
    while (startS <= lastS) {
      for (const [at, grid] of input.grids.entries()) {
        const rollup = await cursors[at]?.take(startS);
        for (const { label, value } of cells(measurement, grid, rollup, input.shape ?? 'documented')) {
          yield { timeMs: startS * 1000, measurement, label, gridId: grid.gridId, value };
        }
      }
      startS = await following(startS, cursors);
    }
  } finally {
    await Promise.all(cursors.map((cursor) => cursor.close()));
  }
}

async function following(startS: number, cursors: RollupCursor[]): Promise<number> {
  const starts = await Promise.all(cursors.map((cursor) => cursor.nextStartS()));
  const nearest = Math.min(...starts);
  return Number.isFinite(nearest) && nearest - startS > maxGapS ? nearest : startS + bucketS;
}

function* cells(
  measurement: Measurement,
  grid: ResultsGrid,
  rollup: Rollup | undefined,
  shape: 'documented' | 'later',
): Generator<{ label: string; value: number }> {
  const users = rollup?.users.max ?? 0;
  const nothing = new LabelStats();
  if (shape === 'later' && measurement === 'concurrency') {
    yield { label: '', value: users };
    return;
  }
  if (shape === 'later') {
    const all = rollup === undefined ? nothing : totalOf(rollup);
    yield { label: allLabels, value: measure(measurement, all, users) };
  }
  const others = rollup === undefined ? nothing : othersOf(rollup, grid.labels);
  for (const label of grid.labels) {
    const stats = label === overflowLabel ? others : (rollup?.labels.get(label) ?? nothing);
    yield { label, value: measure(measurement, stats, users) };
  }
  if (others.count > 0 && !grid.labels.includes(overflowLabel)) {
    yield { label: overflowLabel, value: measure(measurement, others, users) };
  }
}

/** The overflow label, including labels that are kept in this interval but not in the whole run. */
function othersOf(rollup: Rollup, labels: string[]): LabelStats {
  const known = new Set(labels);
  const others = new LabelStats();
  for (const [label, stats] of rollup.labels) {
    if (label === overflowLabel || !known.has(label)) others.merge(stats);
  }
  return others;
}

function measure(measurement: Measurement, stats: LabelStats, users: number): number {
  switch (measurement) {
    case 'response_time':
      return Math.round(meanMs(stats.sumUs, stats));
    case 'latency':
      return Math.round(meanMs(stats.latencySumUs, stats));
    case 'throughput':
      return stats.bytesIn;
    case 'passed':
      return stats.passed;
    case 'failed':
      return stats.failed;
    case 'transaction_rate':
      return perMinute(stats.count, bucketS);
    case 'concurrency':
      return users;
  }
}
