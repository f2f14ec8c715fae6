import type { Rollup } from './rollup.ts';

/** Cursor over an ascending stream of roll-ups. */
export class RollupCursor {
  readonly #iterator: AsyncIterator<Rollup> | Iterator<Rollup>;
  #next: Rollup | undefined;
  #isDone = false;

  constructor(rollups: AsyncIterable<Rollup> | Iterable<Rollup>) {
    this.#iterator =
      Symbol.asyncIterator in rollups ? rollups[Symbol.asyncIterator]() : rollups[Symbol.iterator]();
  }

  /** The roll-up that starts at `startS`, if any; skips earlier ones. */
  async take(startS: number): Promise<Rollup | undefined> {
    while ((await this.nextStartS()) < startS) this.#next = undefined;
    const rollup = this.#next;
    if (rollup === undefined || rollup.startS > startS) return undefined;
    this.#next = undefined;
    return rollup;
  }

  /** Start of the next roll-up; Infinity at the end. */
  async nextStartS(): Promise<number> {
    if (this.#next === undefined && !this.#isDone) {
      const result = await this.#iterator.next();
      if (result.done) this.#isDone = true;
      else this.#next = result.value;
    }
    return this.#next?.startS ?? Number.POSITIVE_INFINITY;
  }

  /** Closes the stream, such as a database cursor. */
  async close(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    await this.#iterator.return?.();
  }
}
