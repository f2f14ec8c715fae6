import type { Runner } from '../../core.ts';
import { WheelEntry } from '../../time/wheel.ts';

/** Calls `work` periodically. The wheel of the run drives it. */
export class Repeating extends WheelEntry {
  readonly #runner: Runner;
  readonly #everyMs: number;
  readonly #work: () => void;

  constructor(runner: Runner, everyMs: number, work: () => void, firstInMs = everyMs) {
    super();
    this.#runner = runner;
    this.#everyMs = everyMs;
    this.#work = work;
    runner.wheel.add(this, runner.nowMs() + firstInMs);
  }

  stop(): void {
    this.#runner.wheel.remove(this);
  }

  override due(): void {
    this.#runner.wheel.add(this, this.dueAtMs + this.#everyMs);
    this.#work();
  }
}
