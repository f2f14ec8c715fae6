/** All that a response's head says about how the rest is to be read. */
export interface HeadFacts {
  readonly status: number;
  readonly reason: string;
  readonly head: string;
  readonly jmeterHeadBytes: number;
  readonly isKeepAlive: boolean;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly keepAliveSeconds: number | undefined;
  readonly hasCookies: boolean;
  readonly contentLength: number;
  readonly isChunked: boolean;
}

export interface KnownHead {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly facts: HeadFacts;
}

const places = 64;
const longest = 2048;
/** Who has had no luck so often in a row tries only now and then. */
const patience = 8;
const seldom = 32;

/** Heads as they came, so that one that comes again is compared and not read. */
export class KnownHeads {
  readonly #known: (KnownHead | undefined)[] = new Array(places).fill(undefined);
  readonly #misses = new Uint32Array(places);

  /** `end`: of all that was read at once, which tells most answers apart. */
  find(data: Buffer, end: number): KnownHead | undefined {
    const known = this.#known[end % places];
    if (known === undefined || known.length > end) {
      return undefined;
    }
    const { bytes, length } = known;
    for (let at = 0; at < length; at++) {
      if (bytes[at] !== data[at]) {
        return undefined;
      }
    }
    this.#misses[end % places] = 0;
    return known;
  }

  /** The head that `find` did not know; `length` with its empty line. */
  add(data: Buffer, end: number, length: number, facts: HeadFacts): void {
    const place = end % places;
    const misses = (this.#misses[place] ?? 0) + 1;
    this.#misses[place] = misses;
    if (length <= longest && (misses <= patience || misses % seldom === 0)) {
      this.#known[place] = { bytes: Uint8Array.prototype.slice.call(data, 0, length), length, facts };
    }
  }
}
