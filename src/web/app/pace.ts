export interface PaceOptions {
  /** Starts a call; `begin` is to be called with it, and what that returns at its end. */
  ask(): void;
  /** Between the end of a call and the next one at least this long, */
  shortestPauseMs: number;
  /** and so many times as long as the last call took: a service that takes long is left alone. */
  pausesPerAnswer: number;
  nowMs(): number;
  /** Runs something later; what it returns calls that off. */
  later(run: () => void, ms: number): () => void;
}

/** Calls as often as is wanted, but never too often: what is wanted in a pause, or during a call, is asked for after it. */
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

  /** A call begins, whoever asked for it. One that begins later takes its place. */
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
