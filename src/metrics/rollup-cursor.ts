import type { Rollup } from './rollup.ts';

/** Walks one ascending stream of roll-ups in step with others. */
export class RollupCursor {
  readonly #iterator: AsyncIterator<Rollup> | Iterator<Rollup>;
  #next: Rollup | undefined;
  #isDone = false;

  constructor(rollups: AsyncIterable<Rollup> | Iterable<Rollup>) {
    this.#iterator =
      Symbol.asyncIterator in rollups ? rollups[Symbol.asyncIterator]() : rollups[Symbol.iterator]();
  }

  /** The roll-up that starts at `startS`, if there is one; earlier ones are passed over. */
  async take(startS: number): Promise<Rollup | undefined> {
    while ((await this.nextStartS()) < startS) this.#next = undefined;
    const rollup = this.#next;
    if (rollup === undefined || rollup.startS > startS) return undefined;
    this.#next = undefined;
    return rollup;
  }

  /** Where the next roll-up starts; Infinity at the end. */
  async nextStartS(): Promise<number> {
    if (this.#next === undefined && !this.#isDone) {
      const result = await this.#iterator.next();
      if (result.done) this.#isDone = true;
      else this.#next = result.value;
    }
    return this.#next?.startS ?? Number.POSITIVE_INFINITY;
  }

  /** Lets the stream go, such as a database cursor behind it. */
  async close(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    await this.#iterator.return?.();
  }
}
