import { Histogram } from './histogram.ts';
import { maxValueUs } from './histogram-layout.ts';

/** Response times of passed and failed samples. Merging is exact and order-independent. */
export class TimeStats {
  sumUs = 0;
  /** Of response times in microseconds; a double above 2^53. */
  sumSquares = 0;
  minUs = Number.POSITIVE_INFINITY;
  maxUs = 0;
  passedHistogram = new Histogram();
  failedHistogram = new Histogram();

  get passed(): number {
    return this.passedHistogram.count;
  }

  get failed(): number {
    return this.failedHistogram.count;
  }

  get count(): number {
    return this.passedHistogram.count + this.failedHistogram.count;
  }

  addTime(isPassed: boolean, elapsedUs: number): void {
    const us = Math.min(elapsedUs, maxValueUs);
    this.sumUs += us;
    this.sumSquares += us * us;
    if (us < this.minUs) this.minUs = us;
    if (us > this.maxUs) this.maxUs = us;
    if (isPassed) this.passedHistogram.record(us);
    else this.failedHistogram.record(us);
  }

  mergeTimes(other: TimeStats): void {
    this.mergeTimeSums(other);
    this.passedHistogram.merge(other.passedHistogram);
    this.failedHistogram.merge(other.failedHistogram);
  }

  /** Everything except the histograms. */
  protected mergeTimeSums(other: TimeStats): void {
    this.sumUs += other.sumUs;
    this.sumSquares += other.sumSquares;
    if (other.minUs < this.minUs) this.minUs = other.minUs;
    if (other.maxUs > this.maxUs) this.maxUs = other.maxUs;
  }

  /** Faster than merging one by one. */
  protected sumTimes(all: readonly TimeStats[]): void {
    for (const times of all) this.mergeTimeSums(times);
    this.passedHistogram = Histogram.sum(all.map((times) => times.passedHistogram));
    this.failedHistogram = Histogram.sum(all.map((times) => times.failedHistogram));
  }
}
