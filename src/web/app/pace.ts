export interface PaceOptions {
  /** Starts a call. The caller must call `begin` when it starts and the returned function when it ends. */
  ask(): void;
  /** Minimum pause between the end of a call and the next one. */
  shortestPauseMs: number;
  /** The pause is at least this multiple of the last call's duration, to spare a slow service. */
  pausesPerAnswer: number;
  nowMs(): number;
  /** Schedules a call and returns a function that cancels it. */
  later(run: () => void, ms: number): () => void;
}

/** Limits the rate of calls. Requests during a call or a pause are merged into one call afterwards. */
export class Pace {
  readonly #options: PaceOptions;
  #nextAt = 0;
  #underWay: object | undefined;
  #isWanted = false;
  #callOff: (() => void) | undefined;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  want(): void {
    if (this.#underWay) this.#isWanted = true;
    else this.#askWhenDue();
  }

  /** Marks the start of a call, also of calls not requested here. A later call replaces an earlier one. */
  begin(): () => void {
    const { nowMs, shortestPauseMs, pausesPerAnswer } = this.#options;
    this.stop();
    const call = {};
    this.#underWay = call;
    const begunAt = nowMs();
    return () => {
      if (this.#underWay !== call) return;
      this.#underWay = undefined;
      this.#nextAt = nowMs() + Math.max(shortestPauseMs, pausesPerAnswer * (nowMs() - begunAt));
      if (this.#isWanted) this.#askWhenDue();
      this.#isWanted = false;
    };
  }

  stop(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#isWanted = false;
  }

  #askWhenDue(): void {
    if (this.#callOff) return;
    const { ask, later, nowMs } = this.#options;
    const restMs = this.#nextAt - nowMs();
    if (restMs <= 0) ask();
    else
      this.#callOff = later(() => {
        this.#callOff = undefined;
        ask();
      }, restMs);
  }
}
