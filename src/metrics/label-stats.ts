import { Histogram } from './histogram.ts';
import { maxValueUs } from './histogram-layout.ts';
import type { Sample } from './sample.ts';
import { cleanText, maxCodeLength, maxMessageLength } from './text.ts';

/** Failures with the same code and message. */
export interface ErrorStats {
  code: string;
  message: string;
  count: number;
  /** The earliest one, in service time. */
  example: { label: string; atMs: number };
}

/** Statistics of one label. Merging is exact and order-independent. */
export class LabelStats {
  bytesIn = 0;
  bytesOut = 0;
  latencySumUs = 0;
  connectSumUs = 0;
  sumUs = 0;
  /** Of response times in microseconds; a double above 2^53. */
  sumSquares = 0;
  minUs = Number.POSITIVE_INFINITY;
  maxUs = 0;
  passedHistogram = new Histogram();
  failedHistogram = new Histogram();
  /** By errorKey. */
  errors = new Map<string, ErrorStats>();

  get passed(): number {
    return this.passedHistogram.count;
  }

  get failed(): number {
    return this.failedHistogram.count;
  }

  get count(): number {
    return this.passedHistogram.count + this.failedHistogram.count;
  }

  /** `label` is sanitized; `endedAtMs` is in service time. */
  record(sample: Sample, label: string, endedAtMs: number): void {
    this.add(
      sample.isPassed,
      wholeOrZero(sample.elapsedUs),
      wholeOrZero(sample.latencyUs),
      wholeOrZero(sample.connectUs),
      wholeOrZero(sample.bytesIn),
      wholeOrZero(sample.bytesOut),
    );
    if (!sample.isPassed) this.addFailure(sample.code, sample.message, label, endedAtMs);
  }

  /** Adds a sample as integers, without texts; failed samples also require `addFailure`. */
  add(
    isPassed: boolean,
    elapsedUs: number,
    latencyUs: number,
    connectUs: number,
    bytesIn: number,
    bytesOut: number,
  ): void {
    const us = Math.min(elapsedUs, maxValueUs);
    this.bytesIn += bytesIn;
    this.bytesOut += bytesOut;
    this.latencySumUs += latencyUs;
    this.connectSumUs += connectUs;
    this.sumUs += us;
    this.sumSquares += us * us;
    if (us < this.minUs) this.minUs = us;
    if (us > this.maxUs) this.maxUs = us;
    if (isPassed) this.passedHistogram.record(us);
    else this.failedHistogram.record(us);
  }

  /** Adds the error of a sample; `label` is sanitized, `endedAtMs` is in service time. */
  addFailure(code: string, message: string, label: string, endedAtMs: number): void {
    this.addError({
      code: cleanText(code, maxCodeLength),
      message: cleanText(message, maxMessageLength),
      count: 1,
      example: { label, atMs: wholeOrZero(endedAtMs) },
    });
  }

  merge(other: LabelStats): void {
    this.mergeSums(other);
    this.passedHistogram.merge(other.passedHistogram);
    this.failedHistogram.merge(other.failedHistogram);
  }

  /** Merges everything except the histograms. */
  mergeSums(other: LabelStats): void {
    this.bytesIn += other.bytesIn;
    this.bytesOut += other.bytesOut;
    this.latencySumUs += other.latencySumUs;
    this.connectSumUs += other.connectSumUs;
    this.sumUs += other.sumUs;
    this.sumSquares += other.sumSquares;
    if (other.minUs < this.minUs) this.minUs = other.minUs;
    if (other.maxUs > this.maxUs) this.maxUs = other.maxUs;
    for (const error of other.errors.values()) this.addError(error);
  }

  addError(error: ErrorStats): void {
    const key = errorKey(error.code, error.message);
    const known = this.errors.get(key);
    if (known === undefined) {
      this.errors.set(key, { ...error, example: error.example });
      return;
    }
    known.count += error.count;
    if (isEarlier(error.example, known.example)) known.example = error.example;
  }
}

/** Faster than merging one by one. */
export function sumOf(all: readonly LabelStats[]): LabelStats {
  const sum = new LabelStats();
  for (const stats of all) sum.mergeSums(stats);
  sum.passedHistogram = Histogram.sum(all.map((stats) => stats.passedHistogram));
  sum.failedHistogram = Histogram.sum(all.map((stats) => stats.failedHistogram));
  return sum;
}

export function errorKey(code: string, message: string): string {
  return `${code}\0${message}`;
}

function isEarlier(one: ErrorStats['example'], other: ErrorStats['example']): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.label < other.label);
}

/** Tools may report NaN or, after clock changes, negative values. */
export function wholeOrZero(value: number): number {
  return value > 0 && value < Number.MAX_SAFE_INTEGER ? Math.round(value) : 0;
}

/** Rounds ms to µs. */
export function roundTo3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
