import type { SampleKind } from '../domain/sample-kind.ts';
import type { Histogram } from './histogram.ts';
import type { LabelStats } from './label-stats.ts';
import { histogramOf, meanTimeMs } from './response-times.ts';

/** Statistics of one label over consecutive seconds. */
export interface Block {
  stats: LabelStats | undefined;
  seconds: number;
}

/** Estimated run-to-run variation of figures, from the blocks of one run. */
export interface Noise {
  /** Standard errors of the logarithms, i.e. relative errors. */
  p50: number;
  p95: number;
  p99: number;
  mean: number;
  throughput: number;
  /** Standard error in percentage points. */
  errorRate: number;
}

const resamples = 200;
const columns = 256;

interface Column {
  counts: Float64Array;
  samples: number;
  failed: number;
  /** Samples included in `counts` and `sumUs`. */
  timed: number;
  sumUs: number;
  seconds: number;
}

/**
 * Block bootstrap: resamples stretches of consecutive blocks, which preserves slow variation, and measures the spread of
 * the figures. Blocks, because samples within a block are not independent.
 */
export function noiseOf(blocks: readonly Block[], random: () => number, kind: SampleKind = 'passed'): Noise {
  const measured = blocks.map(({ stats, seconds }) => ({
    stats,
    seconds,
    histogram: stats && histogramOf(stats, kind),
  }));
  const scale = scaleOf(measured);
  const all = measured.map((block) => columnOf(block, scale, kind));
  const drawn = Array.from({ length: resamples }, () => figuresOfDraw(draw(all, random), scale));
  // Corrects the bias of the bootstrap for few blocks.
  const widen = Math.sqrt(all.length / Math.max(1, all.length - 1));
  const spread = (pick: (figures: Figures) => number) =>
    widen * deviation(drawn.map(pick).filter(Number.isFinite));
  return {
    p50: spread((each) => each.p50),
    p95: spread((each) => each.p95),
    p99: spread((each) => each.p99),
    mean: spread((each) => Math.log(each.mean)),
    throughput: spread((each) => Math.log(each.throughput)),
    errorRate: spread((each) => each.errorRate),
  };
}

/** A block with the response times of one sample kind. */
interface MeasuredBlock extends Block {
  histogram: Histogram | undefined;
}

interface Scale {
  low: number;
  width: number;
}

/** Logarithmic scale from the shortest to the longest time. */
function scaleOf(blocks: readonly MeasuredBlock[]): Scale {
  let lowUs = Number.POSITIVE_INFINITY;
  let highUs = 1;
  for (const { histogram } of blocks) {
    if (!histogram || histogram.count === 0) continue;
    const [shortest = 0, longest = 0] = histogram.valuesAtPercentiles([0, 100]);
    lowUs = Math.min(lowUs, shortest);
    highUs = Math.max(highUs, longest);
  }
  const low = Math.log(Math.max(1, Math.min(lowUs, highUs)));
  return { low, width: Math.max(1e-9, (Math.log(highUs) - low) / (columns - 1)) };
}

function columnOf(
  { stats, seconds, histogram }: MeasuredBlock,
  { low, width }: Scale,
  kind: SampleKind,
): Column {
  const counts = new Float64Array(columns);
  for (const { lowUs, highUs, count } of histogram?.buckets() ?? []) {
    const at = Math.floor((Math.log(Math.max(1, (lowUs + highUs) / 2)) - low) / width);
    const within = Math.min(columns - 1, Math.max(0, at));
    counts[within] = (counts[within] ?? 0) + count;
  }
  return {
    counts,
    samples: stats?.count ?? 0,
    failed: stats?.failed ?? 0,
    timed: histogram?.count ?? 0,
    sumUs: stats && histogram ? (meanTimeMs(stats, kind) ?? 0) * 1000 * histogram.count : 0,
    seconds,
  };
}

/** Circular block bootstrap with a stretch length of about the cube root of the number of blocks. */
function draw(blocks: readonly Column[], random: () => number): Column {
  const length = blocks.length;
  const stretch = Math.max(1, Math.round(length ** (1 / 3)));
  const sum: Column = {
    counts: new Float64Array(columns),
    samples: 0,
    failed: 0,
    timed: 0,
    sumUs: 0,
    seconds: 0,
  };
  for (let taken = 0; taken < length; ) {
    const start = Math.floor(random() * length);
    for (let step = 0; step < stretch && taken < length; step++, taken++) {
      const block = blocks[(start + step) % length];
      if (!block) continue;
      for (let at = 0; at < columns; at++) sum.counts[at]! += block.counts[at]!;
      sum.samples += block.samples;
      sum.failed += block.failed;
      sum.timed += block.timed;
      sum.sumUs += block.sumUs;
      sum.seconds += block.seconds;
    }
  }
  return sum;
}

interface Figures {
  /** Logarithms. */
  p50: number;
  p95: number;
  p99: number;
  mean: number;
  throughput: number;
  errorRate: number;
}

function figuresOfDraw(drawn: Column, scale: Scale): Figures {
  const { samples, failed, timed, sumUs, seconds } = drawn;
  return {
    p50: logPercentile(drawn, 0.5, scale),
    p95: logPercentile(drawn, 0.95, scale),
    p99: logPercentile(drawn, 0.99, scale),
    mean: sumUs / timed,
    throughput: samples / seconds,
    errorRate: (failed * 100) / samples,
  };
}

/** Interpolated within a column. */
function logPercentile({ counts, timed }: Column, share: number, { low, width }: Scale): number {
  const wanted = share * timed;
  let reached = 0;
  for (let at = 0; at < columns; at++) {
    const count = counts[at]!;
    if (count > 0 && reached + count >= wanted) return low + (at + (wanted - reached) / count) * width;
    reached += count;
  }
  return Number.NaN;
}

function deviation(values: readonly number[]): number {
  if (values.length < 2) return Number.POSITIVE_INFINITY;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
