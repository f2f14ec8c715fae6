import { performance } from 'node:perf_hooks';

/** Longest real time between two looks that counts: a stall of the machine loses the rest. */
export const longestStepMs = 5;
const tickMs = 1;

interface Action {
  atMs: number;
  work: () => void;
}

/**
 * Real time without the stalls of this process. The engine under test and the servers it asks share it, so that a stall
 * changes neither who comes first nor how long an answer takes.
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

  /** Whether a server of this process is about to do something. */
  get hasActions(): boolean {
    return this.#actions.size > 0;
  }

  /** Only what looks at the time makes it pass. It passes until the returned function is called, once. */
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

  /** Does something later; the returned function gives it up. */
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

/** One for the process, as its stalls are. */
export const steadyTime = new SteadyTime();
