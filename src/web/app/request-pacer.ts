export interface RequestPacerOptions {
  /** Starts a call. The caller must call `begin` when it starts and the returned function when it ends. */
  send(): void;
  /** Minimum pause between the end of a call and the next one. */
  minPauseMs: number;
  /** The pause is at least this multiple of the last call's duration, to spare a slow service. */
  pauseFactor: number;
  nowMs(): number;
  /** Schedules a call and returns a function that cancels it. */
  schedule(run: () => void, ms: number): () => void;
}

/** Limits the rate of calls. Requests during a call or a pause are merged into one call afterwards. */
export class RequestPacer {
  readonly #options: RequestPacerOptions;
  #nextAt = 0;
  #current: object | undefined;
  #isRequested = false;
  #cancel: (() => void) | undefined;

  constructor(options: RequestPacerOptions) {
    this.#options = options;
  }

  request(): void {
    if (this.#current) this.#isRequested = true;
    else this.#sendWhenDue();
  }

  /** Marks the start of a call, also of calls not requested here. A later call replaces an earlier one. */
  begin(): () => void {
    const { nowMs, minPauseMs, pauseFactor } = this.#options;
    this.stop();
    const call = {};
    this.#current = call;
    const startedAt = nowMs();
    return () => {
      if (this.#current !== call) return;
      this.#current = undefined;
      this.#nextAt = nowMs() + Math.max(minPauseMs, pauseFactor * (nowMs() - startedAt));
      if (this.#isRequested) this.#sendWhenDue();
      this.#isRequested = false;
    };
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#isRequested = false;
  }

  #sendWhenDue(): void {
    if (this.#cancel) return;
    const { send, schedule, nowMs } = this.#options;
    const restMs = this.#nextAt - nowMs();
    if (restMs <= 0) send();
    else
      this.#cancel = schedule(() => {
        this.#cancel = undefined;
        send();
      }, restMs);
  }
}
