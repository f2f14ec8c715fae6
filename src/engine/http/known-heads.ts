/** The parsed response head. */
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
  readonly words: Int32Array;
  /** Bytes after the last whole word. */
  readonly rest: Uint8Array;
  readonly length: number;
  readonly facts: HeadFacts;
}

const places = 64;
const longest = 2048;
const wordBytes = Int32Array.BYTES_PER_ELEMENT;
/** After `patience` misses in a row, only every `seldom`-th head is stored. */
const patience = 8;
const seldom = 32;
const maxBuffers = 32;

/** Cache of raw response heads: a repeated head is compared instead of parsed. */
export class KnownHeads {
  readonly #known: (KnownHead | undefined)[] = new Array(places).fill(undefined);
  readonly #misses = new Uint32Array(places);
  /** The read buffers, of which there are few, as 32-bit words. */
  readonly #words = new Map<Buffer, Int32Array>();

  /** `end`: bytes read at once; the length of a response distinguishes most responses. */
  find(data: Buffer, end: number): KnownHead | undefined {
    const known = this.#known[end % places];
    if (known === undefined || known.length > end || data.byteOffset !== 0) {
      return undefined;
    }
    const { words, rest } = known;
    const there = this.#wordsOf(data);
    for (let at = 0; at < words.length; at++) {
      if (words[at] !== there[at]) {
        return undefined;
      }
    }
    const from = words.length * wordBytes;
    for (let at = 0; at < rest.length; at++) {
      if (rest[at] !== data[from + at]) {
        return undefined;
      }
    }
    this.#misses[end % places] = 0;
    return known;
  }

  #wordsOf(data: Buffer): Int32Array {
    let words = this.#words.get(data);
    if (words === undefined) {
      words = new Int32Array(data.buffer, 0, Math.floor(data.buffer.byteLength / wordBytes));
      if (this.#words.size >= maxBuffers) {
        this.#words.clear();
      }
      this.#words.set(data, words);
    }
    return words;
  }

  /** Adds a head that `find` did not know; `length` includes its empty line. */
  add(data: Buffer, end: number, length: number, facts: HeadFacts): void {
    const place = end % places;
    const misses = (this.#misses[place] ?? 0) + 1;
    this.#misses[place] = misses;
    if (length <= longest && (misses <= patience || misses % seldom === 0)) {
      const bytes = new Uint8Array(data.subarray(0, length));
      const words = new Int32Array(bytes.buffer, 0, Math.floor(length / wordBytes));
      this.#known[place] = { words, rest: bytes.subarray(words.length * wordBytes), length, facts };
    }
  }
}
