import { type LoopTime, LoopTimes } from './loop-times.ts';

/** Limits of one slice: run time, and requests sent before the event loop polls for responses. */
interface SliceLimits {
  readonly sliceMs: number;
  readonly maxRequests: number;
}

/** Accurate: a response is timestamped when it is read, so short slices delay it least. */
const shortSlices: SliceLimits = { sliceMs: 0.05, maxRequests: 4 };
/** Efficient: fewer polls leave more time for requests. */
export const longSlices: SliceLimits = { sliceMs: 0.25, maxRequests: 32 };
/** Event loop utilization above which slices become long. */
const busyShare = 0.85;
/** Utilization below which they become short again. The gap avoids oscillation: short slices cost a third more. */
const calmShare = 0.6;
const slicesPerCheck = 64;

/** Chooses short slices while the thread has spare time, and long ones when it is saturated or behind schedule. */
export class Pace {
  /** Limits of the current slice, and of slices that are on schedule. */
  #current = shortSlices;
  #normal = shortSlices;
  #count = 0;
  readonly #times: LoopTimes;

  constructor(measure?: () => LoopTime) {
    this.#times = new LoopTimes(measure);
  }

  get sliceMs(): number {
    return this.#current.sliceMs;
  }

  get maxRequests(): number {
    return this.#current.maxRequests;
  }

  /** Starts a slice. */
  step(isBehind: boolean): void {
    this.#count += 1;
    if (this.#count % slicesPerCheck === 0) {
      this.#check();
    }
    this.#current = isBehind ? longSlices : this.#normal;
  }

  #check(): void {
    const { idle, active } = this.#times.next();
    const share = active / (idle + active);
    if (share > busyShare) {
      this.#normal = longSlices;
    } else if (share < calmShare) {
      this.#normal = shortSlices;
    }
  }
}
