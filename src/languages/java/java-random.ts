/** The 48-bit state is two 24-bit halves, whose products are exact in doubles. */
const half = 2 ** 24;
const [multiplierHigh, multiplierLow, addend] = [0x5de, 0xece66d, 0xb];

/** Java's Random with a seed: the same sequence. */
export class JavaRandom {
  #high: number;
  #low: number;

  constructor(seed: bigint) {
    const state = BigInt.asUintN(48, seed ^ 0x5deece66dn);
    this.#high = Number(state >> 24n);
    this.#low = Number(state & 0xffffffn);
  }

  #next(bits: number): number {
    const low = this.#low * multiplierLow + addend;
    const carry = Math.floor(low / half);
    this.#high = (carry + this.#high * multiplierLow + this.#low * multiplierHigh) % half;
    this.#low = low % half;
    return Math.floor((this.#high * half + this.#low) / 2 ** (48 - bits));
  }

  /** In [0, 1). */
  nextDouble(): number {
    return (this.#next(26) * 2 ** 27 + this.#next(27)) * 2 ** -53;
  }

  /** In [0, bound). */
  nextInt(bound: number): number {
    if ((bound & -bound) === bound) {
      return Math.floor(this.#next(31) / (2 ** 31 / bound));
    }
    for (;;) {
      const bits = this.#next(31);
      const value = bits % bound;
      // Java checks for int overflow here.
      if (bits - value + (bound - 1) < 0x8000_0000) {
        return value;
      }
    }
  }
}
