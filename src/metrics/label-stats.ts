import { IntendedTimes } from './intended-times.ts';
import type { Sample } from './sample.ts';
import { cleanText, maxCodeLength, maxMessageLength } from './text.ts';
import { TimeStats } from './time-stats.ts';

/** Response code of nearly all passed samples: not recorded one by one. */
export const usualCode = '200';

/** Failures with the same code and message. */
export interface ErrorStats {
  code: string;
  message: string;
  count: number;
  /** The earliest one, in service time. */
  example: { label: string; atMs: number };
}

/** Statistics of one label. Merging is exact and order-independent. */
export class LabelStats extends TimeStats {
  bytesIn = 0;
  bytesOut = 0;
  latencySumUs = 0;
  connectSumUs = 0;
  /** Undefined if no sample has an intended start: the times from it are the measured ones. */
  intended: IntendedTimes | undefined;
  /** By errorKey. */
  errors = new Map<string, ErrorStats>();
  /** Passed samples by response code, except for `200`, which has the rest. */
  passedCodes = new Map<string, number>();
  /** Passed samples with an unknown code, from data of earlier versions. */
  unknownCodes = 0;

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
    else if (sample.code !== usualCode) this.addPassedCode(sample.code);
  }

  /**
   * Adds a sample as integers, without texts. Failed samples also require `addFailure`, passed ones with a code other
   * than `usualCode` also `addPassedCode`.
   */
  add(
    isPassed: boolean,
    elapsedUs: number,
    latencyUs: number,
    connectUs: number,
    bytesIn: number,
    bytesOut: number,
  ): void {
    if (this.intended !== undefined) this.intended.addTime(isPassed, elapsedUs);
    this.#addMeasured(isPassed, elapsedUs, latencyUs, connectUs, bytesIn, bytesOut);
  }

  /** Like `add`, for a sample that started `lateUs` after its intended start. */
  addScheduled(
    isPassed: boolean,
    elapsedUs: number,
    latencyUs: number,
    connectUs: number,
    bytesIn: number,
    bytesOut: number,
    lateUs: number,
  ): void {
    const intended = this.intendedTimes();
    intended.addTime(isPassed, elapsedUs + lateUs);
    intended.scheduled += 1;
    this.#addMeasured(isPassed, elapsedUs, latencyUs, connectUs, bytesIn, bytesOut);
  }

  #addMeasured(
    isPassed: boolean,
    elapsedUs: number,
    latencyUs: number,
    connectUs: number,
    bytesIn: number,
    bytesOut: number,
  ): void {
    this.bytesIn += bytesIn;
    this.bytesOut += bytesOut;
    this.latencySumUs += latencyUs;
    this.connectSumUs += connectUs;
    this.addTime(isPassed, elapsedUs);
  }

  /** Starts with the measured times so far, if no sample had an intended start yet. */
  intendedTimes(): IntendedTimes {
    this.intended ??= IntendedTimes.of(this);
    return this.intended;
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

  /** Adds the response code of passed samples. */
  addPassedCode(code: string, count = 1): void {
    const clean = cleanText(code, maxCodeLength);
    if (clean !== usualCode) this.passedCodes.set(clean, (this.passedCodes.get(clean) ?? 0) + count);
  }

  merge(other: LabelStats): void {
    if (this.intended ?? other.intended) this.intendedTimes().mergeOf(other);
    this.mergeTimes(other);
    this.#mergeRest(other);
  }

  /** Resets everything but the histograms, for `readStats`. */
  clearSums(): void {
    this.sumUs = this.sumSquares = this.maxUs = 0;
    this.minUs = Number.POSITIVE_INFINITY;
    this.bytesIn = this.bytesOut = this.latencySumUs = this.connectSumUs = this.unknownCodes = 0;
    this.intended = undefined;
    if (this.errors.size > 0) this.errors.clear();
    if (this.passedCodes.size > 0) this.passedCodes.clear();
  }

  /** Faster than merging one by one. */
  static sum(all: readonly LabelStats[]): LabelStats {
    const sum = new LabelStats();
    sum.sumTimes(all);
    for (const stats of all) sum.#mergeRest(stats);
    if (all.some(({ intended }) => intended)) sum.intended = IntendedTimes.sum(all);
    return sum;
  }

  #mergeRest(other: LabelStats): void {
    this.bytesIn += other.bytesIn;
    this.bytesOut += other.bytesOut;
    this.latencySumUs += other.latencySumUs;
    this.connectSumUs += other.connectSumUs;
    for (const error of other.errors.values()) this.addError(error);
    for (const [code, count] of other.passedCodes)
      this.passedCodes.set(code, (this.passedCodes.get(code) ?? 0) + count);
    this.unknownCodes += other.unknownCodes;
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
