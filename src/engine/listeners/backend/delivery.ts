import type { Runner } from '../../core.ts';

/** Tracks whether any data of a Backend Listener was delivered; JMeter only logs failures. */
export class Delivery {
  readonly #runner: Runner;
  #hasArrived = false;
  #failure: string | undefined;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** Registers a delivery until the promise settles. */
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

  /** Warns at the end of the run when nothing was delivered. */
  conclude(name: string): void {
    if (!this.#hasArrived && this.#failure !== undefined) {
      this.#runner.warn(
        `Nothing that the Backend Listener "${name}" sent has arrived in all of the run: ${this.#failure}`,
      );
    }
  }
}
