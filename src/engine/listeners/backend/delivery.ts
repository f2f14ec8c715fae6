import type { Runner } from '../../core.ts';

/** Whether anything of what a Backend Listener sends arrives; JMeter only logs what does not. */
export class Delivery {
  readonly #runner: Runner;
  #hasArrived = false;
  #failure: string | undefined;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** Until it is settled, something is on its way. */
  underWay(sending: Promise<unknown>): void {
    this.#runner.waitFor(sending);
  }

  arrived(): void {
    this.#hasArrived = true;
  }

  failed(text: string): void {
    this.#failure ??= text;
    this.#runner.log('error', text);
  }

  /** At the end of the run: its owner is told once when all was in vain. */
  conclude(name: string): void {
    if (!this.#hasArrived && this.#failure !== undefined) {
      this.#runner.warn(
        `Nothing that the Backend Listener "${name}" sent has arrived in all of the run: ${this.#failure}`,
      );
    }
  }
}
