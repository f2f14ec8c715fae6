import { type LoopTime, LoopTimes } from './loop-times.ts';

/** For so long users have their turns, and so many send, before what has arrived meanwhile is read. */
interface SliceLimits {
  readonly sliceMs: number;
  readonly maxRequests: number;
}

/** The time of an answer is taken when it is read: the shorter the current, the truer. */
const shortSlices: SliceLimits = { sliceMs: 0.05, maxRequests: 4 };
/** Fewer and longer ones leave more time for requests. */
export const longSlices: SliceLimits = { sliceMs: 0.25, maxRequests: 32 };
/** Shares of its time that the thread is busyShare. */
const busyShare = 0.85;
/** Far below: the same work takes a third more in shortSlices current. */
const calmShare = 0.6;
const slicesPerCheck = 64;

/** Short current as long as there is time for them: a thread at its limit, or behind its time, takes long ones. */
export class Pace {
  /** Of the step under way, and of those that are not behind. */
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

  /** One more step begins. */
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
