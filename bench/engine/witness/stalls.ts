/** From and to, in epoch milliseconds. */
export type Gap = readonly [number, number];

/** A generator that uses most of its core needs several times as long to catch up as it was kept waiting. */
const catchUp = 4;

/** When the host let this machine's cores wait: what was measured then is the host's doing. */
export class Stalls {
  readonly #gaps: readonly Gap[];
  readonly #fromMs: number;
  readonly #toMs: number;
  readonly #cores: number;

  /** `gaps` may be from before and behind that time, too. */
  constructor(gaps: readonly Gap[], fromMs: number, toMs: number, cores: number) {
    this.#gaps = gaps;
    this.#fromMs = fromMs;
    this.#toMs = toMs;
    this.#cores = cores;
  }

  isCalm(fromMs: number, toMs: number): boolean {
    return this.#gaps.every(([from, to]) => to + catchUp * (to - from) < fromMs || from > toMs);
  }

  hasSeen(fromMs: number, toMs: number): boolean {
    return fromMs >= this.#fromMs && toMs <= this.#toMs;
  }

  toString(): string {
    const gaps = this.#gaps.filter(([from, to]) => to > this.#fromMs && from < this.#toMs);
    const lost = gaps.reduce((sum, [from, to]) => sum + to - from, 0);
    const longest = gaps.reduce((most, [from, to]) => Math.max(most, to - from), 0);
    const part = ((lost / (this.#cores * (this.#toMs - this.#fromMs))) * 100).toFixed(1);
    return `the host let the cores wait ${gaps.length} times, for ${part} % of the time and up to ${longest.toFixed(1)} ms`;
  }
}
