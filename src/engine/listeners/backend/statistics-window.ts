/** Sliding window of values: Commons Math's DescriptiveStatistics. */
export class StatisticsWindow {
  readonly #size: number;
  readonly #values: number[] = [];
  #next = 0;

  constructor(size = 100) {
    this.#size = size;
  }

  add(value: number): void {
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.#size;
  }

  get min(): number {
    return this.#values.length === 0 ? Number.NaN : Math.min(...this.#values);
  }

  get max(): number {
    return this.#values.length === 0 ? Number.NaN : Math.max(...this.#values);
  }

  /** Corrected by a second pass, as in Commons Math, to match the last digits. */
  get mean(): number {
    const count = this.#values.length;
    const ordered = [...this.#values.slice(this.#next), ...this.#values.slice(0, this.#next)];
    const rough = ordered.reduce((sum, value) => sum + value, 0) / count;
    return rough + ordered.reduce((sum, value) => sum + (value - rough), 0) / count;
  }

  /** Commons Math's LEGACY estimation. */
  percentile(percentile: number): number {
    const sorted = this.#values.toSorted((left, right) => left - right);
    const count = sorted.length;
    const position = (percentile * (count + 1)) / 100;
    const below = Math.floor(position);
    if (count < 2 || position < 1) {
      return sorted[0] ?? Number.NaN;
    }
    if (position >= count) {
      return sorted[count - 1] ?? Number.NaN;
    }
    const lower = sorted[below - 1] ?? 0;
    return lower + (position - below) * ((sorted[below] ?? 0) - lower);
  }
}
