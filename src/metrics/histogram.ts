import { ByteReader, ByteWriter } from './bytes.ts';
import { bucketCount, bucketHighUs, bucketIndex, bucketLowUs } from './histogram-layout.ts';
import { sortAndSum } from './histogram-scratch.ts';

/** Values that the histogram cannot tell apart, and how many there are. */
export interface HistogramBucket {
  lowUs: number;
  highUs: number;
  count: number;
}

const noIndexes = new Uint16Array(0);
const noCounts = new Float64Array(0);
const firstCapacity = 8;

/**
 * Response times in whole microseconds, in HdrHistogram's buckets of 3 significant digits, kept sparsely.
 * Recording and merging only append; entries are sorted and summed when room runs out or somebody reads.
 */
export class Histogram {
  #indexes = noIndexes;
  #counts = noCounts;
  #used = 0;
  /** The first entries that are in order and unique; those behind have only been appended. */
  #sorted = 0;
  #total = 0;

  get count(): number {
    return this.#total;
  }

  /** Values outside 0 to 24 h are counted at the nearer end. */
  record(valueUs: number, count = 1): void {
    if (!(count > 0)) return;
    if (this.#used === this.#indexes.length) this.#makeRoom(1);
    this.#indexes[this.#used] = bucketIndex(valueUs);
    this.#counts[this.#used] = count;
    this.#used++;
    this.#total += count;
  }

  merge(other: Histogram): void {
    if (other.#used === 0) return;
    if (this.#used + other.#used > this.#indexes.length) this.#makeRoom(other.#used);
    // Only now: with itself, making room has sorted the other too.
    const added = other.#used;
    const isInOrder = this.#used === 0 && other.#sorted === added;
    this.#indexes.set(other.#indexes.subarray(0, added), this.#used);
    this.#counts.set(other.#counts.subarray(0, added), this.#used);
    this.#used += added;
    this.#total += other.#total;
    if (isInOrder) this.#sorted = added;
  }

  /** As HdrHistogram defines it: the highest value of the bucket that reaches p percent (0: the lowest of the first). */
  valueAtPercentile(p: number): number {
    this.#sort();
    const exact = (Math.min(p, 100) / 100) * this.#total;
    // One unit in the last place is given back, so that 99.9 % of 1000 is the 999th and not the 1000th value.
    const wanted = Math.max(Math.ceil(exact - unitInLastPlace(exact)), 1);
    let reached = 0;
    for (let at = 0; at < this.#used; at++) {
      reached += this.#counts[at]!;
      if (reached >= wanted) {
        const index = this.#indexes[at]!;
        return p === 0 ? bucketLowUs(index) : bucketHighUs(index);
      }
    }
    return 0;
  }

  /** How many values are at most `valueUs`, to the precision of a bucket. */
  countUpTo(valueUs: number): number {
    this.#sort();
    const last = bucketIndex(valueUs);
    let sum = 0;
    for (let at = 0; at < this.#used && this.#indexes[at]! <= last; at++) sum += this.#counts[at]!;
    return sum;
  }

  /** The buckets that hold something, lowest first. */
  *buckets(): Generator<HistogramBucket> {
    this.#sort();
    for (let at = 0; at < this.#used; at++) {
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
    writer.varint(this.#used);
    let next = 0;
    for (let at = 0; at < this.#used; at++) {
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
    const size = reader.count(1, 'the number of buckets');
    if (size === 0) return histogram;
    if (size > bucketCount) throw new Error(`a histogram has ${size} buckets, more than ${bucketCount}`);
    const indexes = new Uint16Array(size);
    const counts = new Float64Array(size);
    let next = 0;
    let total = 0;
    for (let at = 0; at < size; at++) {
      const distance = reader.varintUpTo(2 * bucketCount, 'the distance between two buckets');
      const index = next + (distance >> 1);
      if (index >= bucketCount) throw new Error('a histogram reaches beyond its last bucket');
      const count = distance & 1 ? reader.varintUpTo(Number.MAX_SAFE_INTEGER, 'the count of a bucket') : 1;
      if (count === 0) throw new Error('a bucket is empty');
      indexes[at] = index;
      counts[at] = count;
      total += count;
      next = index + 1;
    }
    if (total > Number.MAX_SAFE_INTEGER) throw new Error('a histogram holds too many values');
    histogram.#indexes = indexes;
    histogram.#counts = counts;
    histogram.#used = size;
    histogram.#sorted = size;
    histogram.#total = total;
    return histogram;
  }

  #sort(): void {
    if (this.#sorted === this.#used) return;
    this.#used = sortAndSum(this.#indexes, this.#counts, this.#used);
    this.#sorted = this.#used;
  }

  /** At least half of the new room is free, so sorting stays cheap per value appended. */
  #makeRoom(more: number): void {
    this.#sort();
    const wanted = Math.max(firstCapacity, 2 * (this.#used + more));
    if (wanted <= this.#indexes.length) return;
    const indexes = new Uint16Array(wanted);
    const counts = new Float64Array(wanted);
    indexes.set(this.#indexes.subarray(0, this.#used));
    counts.set(this.#counts.subarray(0, this.#used));
    this.#indexes = indexes;
    this.#counts = counts;
  }
}

function unitInLastPlace(value: number): number {
  return value === 0 ? Number.MIN_VALUE : 2 ** (Math.floor(Math.log2(value)) - 52);
}
