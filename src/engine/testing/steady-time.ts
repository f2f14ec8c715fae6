import { performance } from 'node:perf_hooks';

/** Longest real time between two readings that counts; the rest is a stall of the machine. */
export const longestStepMs = 5;
const tickMs = 1;

interface Action {
  atMs: number;
  work: () => void;
}

/**
 * Real time without the stalls of this process. The engine under test and its servers share it, so that a stall
 * changes neither the order of events nor response times.
 */
class SteadyTime {
  #nowMs = 0;
  #realMs = performance.now();
  #holds = 0;
  #ticker: NodeJS.Timeout | undefined;
  readonly #actions = new Set<Action>();

  readonly nowMs = (): number => {
    const realMs = performance.now();
    this.#nowMs += Math.min(realMs - this.#realMs, longestStepMs);
    this.#realMs = realMs;
    return this.#nowMs;
  };

  /** Whether a server of this process has scheduled work. */
  get hasActions(): boolean {
    return this.#actions.size > 0;
  }

  /**
   * Time advances only when it is read. Reads it every millisecond until the returned function is called; call that
   * once.
   */
  hold(): () => void {
    this.#holds += 1;
    this.#ticker ??= setInterval(this.#tick, tickMs).unref();
    return () => {
      this.#holds -= 1;
      if (this.#holds === 0) {
        clearInterval(this.#ticker);
        this.#ticker = undefined;
      }
    };
  }

  /** Schedules work; the returned function cancels it. */
  after(ms: number, work: () => void): () => void {
    const release = this.hold();
    const end = () => {
      if (this.#actions.delete(action)) {
        release();
      }
    };
    const action: Action = {
      atMs: this.nowMs() + ms,
      work: () => {
        end();
        work();
      },
    };
    this.#actions.add(action);
    return end;
  }

  readonly #tick = (): void => {
    const nowMs = this.nowMs();
    const due = [...this.#actions].filter(({ atMs }) => atMs <= nowMs);
    for (const { work } of due.toSorted((left, right) => left.atMs - right.atMs)) {
      work();
    }
  };
}

/** One per process, because stalls affect the whole process. */
export const steadyTime = new SteadyTime();
