import { ByteReader, ByteWriter } from './bytes.ts';
import { bucketCount, bucketHighUs, bucketIndex, bucketLowUs } from './histogram-layout.ts';
import { gather, scatter } from './histogram-scratch.ts';

/** A range of values and their count. */
export interface HistogramBucket {
  lowUs: number;
  highUs: number;
  count: number;
}

/** Minimum number of appended entries before sorting. */
const minUnsorted = 64;

/**
 * Sparse histogram of response times in microseconds, with HdrHistogram's buckets of 3 significant digits. Recording and
 * merging append; entries are sorted and summed when they have doubled, or on reads.
 */
export class Histogram {
  // Plain arrays, because thousands of small typed arrays per second are expensive to collect.
  #indexes: number[] = [];
  #counts: number[] = [];
  /** Number of leading entries that are sorted and unique. */
  #sorted = 0;
  #total = 0;

  get count(): number {
    return this.#total;
  }

  /** Values are clamped to 0 to 24 h. */
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

  /** Faster than merging one by one. */
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

  /** As in HdrHistogram: the highest value of the bucket that reaches p percent (0: the lowest of the first). */
  valueAtPercentile(p: number): number {
    return this.valuesAtPercentiles([p])[0] ?? 0;
  }

  /** Several percentiles in ascending order. */
  valuesAtPercentiles(ascending: readonly number[]): number[] {
    this.#sort();
    let at = 0;
    let reached = this.#counts[0] ?? 0;
    return ascending.map((p) => {
      const exact = (Math.min(p, 100) / 100) * this.#total;
      // Subtract one ULP, so that 99.9 % of 1000 is the 999th value, not the 1000th.
      const wanted = Math.max(Math.ceil(exact - unitInLastPlace(exact)), 1);
      while (reached < wanted && at < this.#indexes.length) reached += this.#counts[++at] ?? 0;
      const index = this.#indexes[at];
      if (index === undefined) return 0;
      return p === 0 ? bucketLowUs(index) : bucketHighUs(index);
    });
  }

  /** Number of values up to `valueUs`, to bucket precision. */
  countUpTo(valueUs: number): number {
    this.#sort();
    const last = bucketIndex(valueUs);
    let sum = 0;
    for (let at = 0; at < this.#indexes.length && this.#indexes[at]! <= last; at++) sum += this.#counts[at]!;
    return sum;
  }

  /** Non-empty buckets by index, ascending; fast. */
  forEach(look: (index: number, count: number) => void): void {
    this.#sort();
    for (let at = 0; at < this.#indexes.length; at++) look(this.#indexes[at]!, this.#counts[at]!);
  }

  /** Non-empty buckets, ascending. */
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

  /** Each bucket is written as 2 × distance to the previous one, plus 1 if a count other than 1 follows. */
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
    histogram.read(reader);
    return histogram;
  }

  /** Replaces the content, without new arrays. */
  read(reader: ByteReader): void {
    this.#indexes.length = this.#counts.length = this.#sorted = this.#total = 0;
    const { size, total } = readBuckets(reader, this.#indexes, this.#counts);
    this.#sorted = size;
    this.#total = total;
  }

  /**
   * Merges several encoded histograms without decoding them into objects. Advances each place and reports its count.
   */
  addAll(places: readonly Place[], onCount: (place: number, count: number) => void): void {
    scatter(this.#indexes, this.#counts);
    try {
      for (const [number, place] of places.entries()) {
        readIndexes.length = readCounts.length = 0;
        place.reader.at = place.at;
        const { total } = readBuckets(place.reader, readIndexes, readCounts);
        place.at = place.reader.at;
        scatter(readIndexes, readCounts);
        this.#total += total;
        onCount(number, total);
      }
    } finally {
      // Always empty the shared scratch histogram, even on errors.
      gather(this.#indexes, this.#counts);
      this.#sorted = this.#indexes.length;
    }
  }

  /** Skips an encoded histogram; returns its count. */
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

  /** Bounds memory by the number of distinct buckets, with amortized cheap sorting. */
  #sortAt(): number {
    return 2 * this.#sorted + minUnsorted;
  }
}

/** Position of encoded data. */
export interface Place {
  reader: ByteReader;
  at: number;
}

/** Reused to avoid garbage. */
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
