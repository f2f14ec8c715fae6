import { seededRandom } from '../../../lib/seeded-random.ts';

/** Random choices, reproducible by seed. */
export class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    // Neighbouring seeds start with similar numbers.
    this.#random();
  }

  is(probability: number): boolean {
    return this.#random() < probability;
  }

  /** An integer from `least` to `most`, both inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  pick<T>(from: readonly T[]): T {
    return from[this.between(0, from.length - 1)] as T;
  }

  /** One of several options, chosen by weight. */
  weigh<T>(...ways: readonly (readonly [weight: number, make: () => T])[]): T {
    let left = this.#random() * ways.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of ways) {
      left -= weight;
      if (left < 0) {
        return make();
      }
    }
    return (ways.at(-1) as readonly [number, () => T])[1]();
  }

  list<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.between(least, most) }, (_, index) => make(index));
  }

  /** A random subset, in the same order. */
  some<T>(from: readonly T[], probability: number): T[] {
    return from.filter(() => this.is(probability));
  }
}
