import { setTimeout as sleep } from 'node:timers/promises';

/** Exponential backoff up to maxMs, with jitter. */
export class Backoff {
  readonly #minMs: number;
  readonly #maxMs: number;
  #nextMs: number;

  constructor(minMs: number, maxMs: number) {
    this.#minMs = minMs;
    this.#maxMs = maxMs;
    this.#nextMs = minMs;
  }

  async wait(signal?: AbortSignal): Promise<void> {
    const waitMs = this.#nextMs * (0.75 + Math.random() / 2);
    this.#nextMs = Math.min(this.#nextMs * 2, this.#maxMs);
    await sleep(waitMs, undefined, { signal });
  }

  reset(): void {
    this.#nextMs = this.#minMs;
  }
}
