import { performance } from 'node:perf_hooks';

/** Idle and active milliseconds of this thread's event loop. */
export interface LoopTime {
  idle: number;
  active: number;
}

/** Event loop utilization, interval by interval. */
export class LoopTimes {
  readonly #measure: () => LoopTime;
  #last: LoopTime;

  /** `measure`: totals since the thread started. */
  constructor(measure: () => LoopTime = () => performance.eventLoopUtilization()) {
    this.#measure = measure;
    this.#last = measure();
  }

  /** Time since the previous call. */
  next(): LoopTime {
    const last = this.#last;
    const { idle, active } = this.#measure();
    this.#last = { idle, active };
    return { idle: idle - last.idle, active: active - last.active };
  }
}
