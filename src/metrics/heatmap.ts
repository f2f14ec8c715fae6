import type { SampleKind } from '../domain/sample-kind.ts';
import type { ChartPoint } from './chart.ts';
import { bucketHighUs, bucketLowUs } from './histogram-layout.ts';
import { histogramOf } from './response-times.ts';

/** Sample counts by time and response time. */
export interface Heatmap {
  /** Milliseconds; row i is between bounds i and i + 1. */
  boundsMs: number[];
  timeS: number[];
  /** By time, then by row. */
  counts: number[][];
  max: number;
}

/** Rows per decade of response time. */
const rowsPerDecade = 12;
const maxRows = 60;
const minUs = 10;

/** Rows are logarithmic and cover the shortest to the longest time. */
export function heatmapOf(points: readonly ChartPoint[], kind: SampleKind = 'passed'): Heatmap {
  const of = points.map((point) => ({ startS: point.startS, histogram: histogramOf(point.stats, kind) }));
  let lowUs = Number.POSITIVE_INFINITY;
  let highUs = 0;
  for (const { histogram } of of) {
    if (histogram.count === 0) continue;
    const [low = 0, high = 0] = histogram.valuesAtPercentiles([0, 100]);
    lowUs = Math.min(lowUs, low);
    highUs = Math.max(highUs, high);
  }
  if (highUs === 0 && lowUs === Number.POSITIVE_INFINITY)
    return { boundsMs: [], timeS: [], counts: [], max: 0 };
  const first = Math.floor(Math.log10(Math.max(lowUs, minUs)) * rowsPerDecade);
  const last = Math.floor(Math.log10(Math.max(highUs, minUs)) * rowsPerDecade);
  const joined = Math.ceil((last - first + 1) / maxRows);
  const rows = Math.ceil((last - first + 1) / joined);
  const boundUs = (row: number) => 10 ** ((first + row * joined) / rowsPerDecade);
  const rowOf = (index: number) => {
    const us = Math.max((bucketLowUs(index) + bucketHighUs(index)) / 2, minUs);
    const row = Math.floor((Math.floor(Math.log10(us) * rowsPerDecade) - first) / joined);
    return Math.min(rows - 1, Math.max(0, row));
  };
  const rowByBucket: number[] = [];
  let max = 0;
  const counts = of.map(({ histogram }) => {
    const column = new Array<number>(rows).fill(0);
    histogram.forEach((index, count) => {
      const row = rowByBucket[index] ?? rowOf(index);
      rowByBucket[index] = row;
      column[row] = (column[row] ?? 0) + count;
    });
    max = Math.max(max, ...column);
    return column;
  });
  return {
    boundsMs: Array.from({ length: rows + 1 }, (_, row) => roundTo4(boundUs(row) / 1000)),
    timeS: points.map((point) => point.startS),
    counts,
    max,
  };
}

function roundTo4(value: number): number {
  return Number(value.toPrecision(4));
}
