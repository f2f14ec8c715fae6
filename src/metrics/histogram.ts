import { ByteReader, ByteWriter } from './bytes.ts';
import { bucketCount, bucketHighUs, bucketIndex, bucketLowUs } from './histogram-layout.ts';
import { gather, scatter } from './histogram-scratch.ts';

/** Values that the histogram cannot tell apart, and how many there are. */
export interface HistogramBucket {
  lowUs: number;
  highUs: number;
  count: number;
}

/** Fewer appended entries than this are not worth sorting. */
const minUnsorted = 64;

/**
 * Response times in whole microseconds, in HdrHistogram's buckets of 3 significant digits, kept sparsely.
 * Recording and merging only append; entries are sorted and summed when they have doubled or somebody reads.
 */
export class Histogram {
  // Plain arrays: thousands of small typed arrays a second, each with memory outside the heap, cost more to collect.
  #indexes: number[] = [];
  #counts: number[] = [];
  /** The first entries that are in order and unique; those behind have only been appended. */
  #sorted = 0;
  #total = 0;

  get count(): number {
    return this.#total;
  }

  /** Values outside 0 to 24 h are counted at the nearer end. */
  record(valueUs: number, count = 1): void {
    if (!(count > 0)) return;
    this.#indexes.push(bucketIndex(valueUs));
    this.#counts.push(count);
    this.#total += count;
    if (this.#indexes.length > this.#sortAt()) this.#sort();
  }

  merge(other: Histogram): void {
    const added = other.#indexes.length;
    if (added === 0) return;
    this.#total += other.#total;
    if (this.#indexes.length === 0) {
      this.#indexes = other.#indexes.slice();
      this.#counts = other.#counts.slice();
      this.#sorted = other.#sorted;
    } else if (this.#indexes.length + added > this.#sortAt()) {
      scatter(this.#indexes, this.#counts);
      scatter(other.#indexes, other.#counts);
      gather(this.#indexes, this.#counts);
      this.#sorted = this.#indexes.length;
    } else {
      for (let at = 0; at < added; at++) {
        this.#indexes.push(other.#indexes[at]!);
        this.#counts.push(other.#counts[at]!);
      }
    }
  }

  /** Many as one: quicker than merging one after the other. */
  static sum(histograms: readonly Histogram[]): Histogram {
    const sum = new Histogram();
    for (const histogram of histograms) {
      scatter(histogram.#indexes, histogram.#counts);
      sum.#total += histogram.#total;
    }
    gather(sum.#indexes, sum.#counts);
    sum.#sorted = sum.#indexes.length;
    return sum;
  }

  /** As HdrHistogram defines it: the highest value of the bucket that reaches p percent (0: the lowest of the first). */
  valueAtPercentile(p: number): number {
    return this.valuesAtPercentiles([p])[0] ?? 0;
  }

  /** Several at once, lowest first. */
  valuesAtPercentiles(ascending: readonly number[]): number[] {
    this.#sort();
    let at = 0;
    let reached = this.#counts[0] ?? 0;
    return ascending.map((p) => {
      const exact = (Math.min(p, 100) / 100) * this.#total;
      // One unit in the last place is given back, so that 99.9 % of 1000 is the 999th and not the 1000th value.
      const wanted = Math.max(Math.ceil(exact - unitInLastPlace(exact)), 1);
      while (reached < wanted && at < this.#indexes.length) reached += this.#counts[++at] ?? 0;
      const index = this.#indexes[at];
      if (index === undefined) return 0;
      return p === 0 ? bucketLowUs(index) : bucketHighUs(index);
    });
  }

  /** How many values are at most `valueUs`, to the precision of a bucket. */
  countUpTo(valueUs: number): number {
    this.#sort();
    const last = bucketIndex(valueUs);
    let sum = 0;
    for (let at = 0; at < this.#indexes.length && this.#indexes[at]! <= last; at++) sum += this.#counts[at]!;
    return sum;
  }

  /** Every bucket that holds something, by its number, lowest first: for those who look at many. */
  forEach(look: (index: number, count: number) => void): void {
    this.#sort();
    for (let at = 0; at < this.#indexes.length; at++) look(this.#indexes[at]!, this.#counts[at]!);
  }

  /** The buckets that hold something, lowest first. */
  *buckets(): Generator<HistogramBucket> {
    this.#sort();
    for (let at = 0; at < this.#indexes.length; at++) {
      const index = this.#indexes[at]!;
      yield { lowUs: bucketLowUs(index), highUs: bucketHighUs(index), count: this.#counts[at]! };
    }
  }

  encode(): Buffer {
    const writer = new ByteWriter();
    this.writeTo(writer);
    return writer.bytes();
  }

  static decode(bytes: Uint8Array): Histogram {
    const reader = new ByteReader(bytes);
    const histogram = Histogram.readFrom(reader);
    reader.end();
    return histogram;
  }

  /** Each bucket is its distance to the one before, doubled, plus 1 when a count other than 1 follows. */
  writeTo(writer: ByteWriter): void {
    this.#sort();
    writer.varint(this.#indexes.length);
    let next = 0;
    for (let at = 0; at < this.#indexes.length; at++) {
      const index = this.#indexes[at]!;
      const count = this.#counts[at]!;
      const distance = (index - next) * 2;
      if (count === 1) {
        writer.varint(distance);
      } else {
        writer.varint(distance + 1);
        writer.varint(count);
      }
      next = index + 1;
    }
  }

  static readFrom(reader: ByteReader): Histogram {
    const histogram = new Histogram();
    const { size, total } = readBuckets(reader, histogram.#indexes, histogram.#counts);
    histogram.#sorted = size;
    histogram.#total = total;
    return histogram;
  }

  /**
   * Adds what writeTo wrote in several places, as merging them would, without making histograms of them. Moves each place
   * behind what was read and tells how many values it held.
   */
  addAll(places: readonly Place[], toldOf: (place: number, count: number) => void): void {
    scatter(this.#indexes, this.#counts);
    try {
      for (const [number, place] of places.entries()) {
        readIndexes.length = readCounts.length = 0;
        place.reader.at = place.at;
        const { total } = readBuckets(place.reader, readIndexes, readCounts);
        place.at = place.reader.at;
        scatter(readIndexes, readCounts);
        this.#total += total;
        toldOf(number, total);
      }
    } finally {
      // Whatever happens, nothing may be left for the next histogram to gather.
      gather(this.#indexes, this.#counts);
      this.#sorted = this.#indexes.length;
    }
  }

  /** Passes over what writeTo wrote; returns how many values there were. */
  static skip(reader: ByteReader): number {
    const size = reader.count(1, 'the number of buckets');
    let total = 0;
    for (let at = 0; at < size; at++) {
      const hasCount = reader.skipVarint() & 1;
      total += hasCount ? reader.varint() : 1;
    }
    return total;
  }

  #sort(): void {
    if (this.#sorted === this.#indexes.length) return;
    scatter(this.#indexes, this.#counts);
    gather(this.#indexes, this.#counts);
    this.#sorted = this.#indexes.length;
  }

  /** So that memory follows the number of different buckets, and sorting stays cheap per entry. */
  #sortAt(): number {
    return 2 * this.#sorted + minUnsorted;
  }
}

/** Where something written can be read. */
export interface Place {
  reader: ByteReader;
  at: number;
}

/** Used again and again, so that reading leaves nothing to be collected. */
const readIndexes: number[] = [];
const readCounts: number[] = [];

function readBuckets(
  reader: ByteReader,
  indexes: number[],
  counts: number[],
): { size: number; total: number } {
  const size = reader.count(1, 'the number of buckets');
  if (size > bucketCount) throw new Error(`a histogram has ${size} buckets, more than ${bucketCount}`);
  let next = 0;
  let total = 0;
  for (let at = 0; at < size; at++) {
    const distance = reader.shortVarint();
    const index = distance > 2 * bucketCount ? bucketCount : next + (distance >> 1);
    if (index >= bucketCount) throw new Error('a histogram reaches beyond its last bucket');
    const count = distance & 1 ? reader.shortVarint() : 1;
    if (count > Number.MAX_SAFE_INTEGER) throw new Error('a bucket holds too many values');
    if (count === 0) throw new Error('a bucket is empty');
    indexes.push(index);
    counts.push(count);
    total += count;
    next = index + 1;
  }
  if (total > Number.MAX_SAFE_INTEGER) throw new Error('a histogram holds too many values');
  return { size, total };
}

function unitInLastPlace(value: number): number {
  return value === 0 ? Number.MIN_VALUE : 2 ** (Math.floor(Math.log2(value)) - 52);
}
