import { type LoopTime, LoopTimes } from './loop-times.ts';

/** For so long users have their turns, and so many send, before what has arrived meanwhile is read. */
interface Steps {
  readonly sliceMs: number;
  readonly mostTogether: number;
}

/** The time of an answer is taken when it is read: the shorter the steps, the truer. */
const short: Steps = { sliceMs: 0.05, mostTogether: 4 };
/** Fewer and longer ones leave more time for requests. */
export const longSteps: Steps = { sliceMs: 0.25, mostTogether: 32 };
/** Shares of its time that the thread is busy. */
const busy = 0.85;
/** Far below: the same work takes a third more in short steps. */
const calm = 0.6;
const stepsBetweenLooks = 64;

/** Short steps as long as there is time for them: a thread at its limit, or behind its time, takes long ones. */
export class Pace {
  /** Of the step under way, and of those that are not behind. */
  #steps = short;
  #usual = short;
  #count = 0;
  readonly #times: LoopTimes;

  constructor(measure?: () => LoopTime) {
    this.#times = new LoopTimes(measure);
  }

  get sliceMs(): number {
    return this.#steps.sliceMs;
  }

  get mostTogether(): number {
    return this.#steps.mostTogether;
  }

  /** One more step begins. */
  step(isBehind: boolean): void {
    this.#count += 1;
    if (this.#count % stepsBetweenLooks === 0) {
      this.#look();
    }
    this.#steps = isBehind ? longSteps : this.#usual;
  }

  #look(): void {
    const { idle, active } = this.#times.next();
    const share = active / (idle + active);
    if (share > busy) {
      this.#usual = longSteps;
    } else if (share < calm) {
      this.#usual = short;
    }
  }
}
