import { TimeStats } from './time-stats.ts';

/** Sources of a merge: the measured times, and those from the intended start if they differ. */
interface Timed extends TimeStats {
  readonly intended: IntendedTimes | undefined;
}

/**
 * Times from the intended start of samples, in open workload models: they include the delay of the start. A sample
 * without an intended start counts with its measured time, so that there are as many times as samples.
 */
export class IntendedTimes extends TimeStats {
  /** Samples with an intended start. */
  scheduled = 0;

  static of(measured: TimeStats): IntendedTimes {
    const times = new IntendedTimes();
    times.mergeTimes(measured);
    return times;
  }

  static sum(all: readonly Timed[]): IntendedTimes {
    const sum = new IntendedTimes();
    sum.sumTimes(all.map((each) => each.intended ?? each));
    sum.scheduled = all.reduce((scheduled, { intended }) => scheduled + (intended?.scheduled ?? 0), 0);
    return sum;
  }

  mergeOf(other: Timed): void {
    this.mergeTimes(other.intended ?? other);
    this.scheduled += other.intended?.scheduled ?? 0;
  }
}
