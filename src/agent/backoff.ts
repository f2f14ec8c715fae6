/** Exponential backoff with jitter, by default from 0.5 s to 10 s. */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #tries = 0;

  constructor(firstMs = 500, maxMs = 10_000) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
  }

  nextMs(): number {
    const ceiling = Math.min(this.#maxMs, this.#firstMs * 2 ** this.#tries);
    this.#tries++;
    return Math.round(ceiling / 2 + (Math.random() * ceiling) / 2);
  }

  reset(): void {
    this.#tries = 0;
  }
}
