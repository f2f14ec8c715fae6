const mask = (1n << 48n) - 1n;

/** Java's Random with a seed, number for number. */
export class JavaRandom {
  #seed: bigint;

  constructor(seed: bigint) {
    this.#seed = (seed ^ 0x5deece66dn) & mask;
  }

  #next(bits: number): number {
    this.#seed = (this.#seed * 0x5deece66dn + 0xbn) & mask;
    return Number(BigInt.asIntN(32, this.#seed >> BigInt(48 - bits)));
  }

  /** From 0 up to, not including, 1. */
  nextDouble(): number {
    return (this.#next(26) * 2 ** 27 + this.#next(27)) * 2 ** -53;
  }

  /** From 0 up to, not including, the bound. */
  nextInt(bound: number): number {
    if ((bound & -bound) === bound) {
      return Number((BigInt(bound) * BigInt(this.#next(31))) >> 31n);
    }
    for (;;) {
      const bits = this.#next(31);
      const value = bits % bound;
      // Java looks for an overflow of its int.
      if (bits - value + (bound - 1) < 0x8000_0000) {
        return value;
      }
    }
  }
}
