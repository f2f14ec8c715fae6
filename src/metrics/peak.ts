import { overflowLabel } from './caps.ts';
import type { LabelStats } from './label-stats.ts';

/** Bucket length for peaks, as in the CSV. */
export const peakSpanS = 15;

/** Maximum number of samples that ended in a 15 s bucket, in total and per label. */
export interface Peak {
  total: number;
  labels: Map<string, number>;
}

/** Peak of an interval within one bucket: all of its samples. */
export function peakOf(labels: ReadonlyMap<string, LabelStats>): Peak {
  const peak: Peak = { total: 0, labels: new Map() };
  for (const [label, stats] of labels) {
    peak.labels.set(label, stats.count);
    peak.total += stats.count;
  }
  return peak;
}

/** Computes the peak of many intervals; shorter ones are summed to buckets first. */
export class PeakFinder {
  readonly #highest: Peak = { total: 0, labels: new Map() };
  readonly #buckets = new Map<number, Peak>();

  add(rollup: { startS: number; spanS: number; peak: Peak }): void {
    if (rollup.spanS === 0 || rollup.spanS >= peakSpanS) {
      raise(this.#highest, rollup.peak);
      return;
    }
    const bucket = Math.floor(rollup.startS / peakSpanS);
    const sum = this.#buckets.get(bucket) ?? { total: 0, labels: new Map() };
    sum.total += rollup.peak.total;
    for (const [label, count] of rollup.peak.labels) add(sum.labels, label, count);
    this.#buckets.set(bucket, sum);
  }

  /** Labels missing in `labels` were merged into the overflow label, whose peak is then a lower bound. */
  finish(labels: ReadonlyMap<string, LabelStats>): Peak {
    for (const bucket of this.#buckets.values()) raise(this.#highest, fold(bucket, labels));
    const highest: Peak = { total: this.#highest.total, labels: new Map() };
    for (const [label, count] of this.#highest.labels) {
      raiseLabel(highest.labels, labels.has(label) ? label : overflowLabel, count);
    }
    return highest;
  }
}

function fold(peak: Peak, labels: ReadonlyMap<string, LabelStats>): Peak {
  const folded = new Map<string, number>();
  for (const [label, count] of peak.labels) add(folded, labels.has(label) ? label : overflowLabel, count);
  return { total: peak.total, labels: folded };
}

function raise(highest: Peak, peak: Peak): void {
  if (peak.total > highest.total) highest.total = peak.total;
  for (const [label, count] of peak.labels) raiseLabel(highest.labels, label, count);
}

function raiseLabel(highest: Map<string, number>, label: string, count: number): void {
  if (count > (highest.get(label) ?? 0)) highest.set(label, count);
}

function add(sums: Map<string, number>, label: string, count: number): void {
  sums.set(label, (sums.get(label) ?? 0) + count);
}
