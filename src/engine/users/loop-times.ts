import { performance } from 'node:perf_hooks';

/** Milliseconds of this thread's event loop. */
export interface LoopTime {
  idle: number;
  active: number;
}

/** How the event loop spent its time, stretch by stretch. */
export class LoopTimes {
  readonly #measure: () => LoopTime;
  #last: LoopTime;

  /** `measure`: all of it so far. */
  constructor(measure: () => LoopTime = () => performance.eventLoopUtilization()) {
    this.#measure = measure;
    this.#last = measure();
  }

  /** Since it was asked last. */
  next(): LoopTime {
    const last = this.#last;
    const { idle, active } = this.#measure();
    this.#last = { idle, active };
    return { idle: idle - last.idle, active: active - last.active };
  }
}
