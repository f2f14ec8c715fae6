/** From and to, in epoch milliseconds. */
export type Gap = readonly [number, number];

/** A generator that uses most of its core needs several times the length of a stall to catch up. */
const catchUp = 4;

/** Periods in which the host withheld cores from this machine. Measurements during a stall are not significant. */
export class Stalls {
  readonly #gaps: readonly Gap[];
  readonly #fromMs: number;
  readonly #toMs: number;
  readonly #cores: number;

  /** `gaps` may also lie before or after that time. */
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
    return `the host stalled the cores ${gaps.length} times, ${part} % of the time, up to ${longest.toFixed(1)} ms`;
  }
}
