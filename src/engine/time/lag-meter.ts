const fineMs = 64;
const fineBuckets = fineMs * 4;
const perDoubling = 32;
const doublings = 14;
const buckets = fineBuckets + perDoubling * doublings;

/** Histogram of schedule lag: resolution 0.25 ms up to 64 ms, about 3 % above. Cheap, because it records every wait. */
export class LagMeter {
  readonly #counts = new Int32Array(buckets);
  count = 0;
  maxMs = 0;

  record(lateMs: number): void {
    this.count += 1;
    if (lateMs > this.maxMs) {
      this.maxMs = lateMs;
    }
    this.#counts[bucketOf(lateMs)]! += 1;
  }

  get p50Ms(): number {
    return this.#percentileMs(0.5);
  }

  get p99Ms(): number {
    return this.#percentileMs(0.99);
  }

  /** The upper bound of its bucket; 0 without waits. */
  #percentileMs(part: number): number {
    let left = Math.ceil(this.count * part);
    for (let bucket = 0; left > 0 && bucket < buckets; bucket++) {
      left -= this.#counts[bucket]!;
      if (left <= 0) {
        return Math.min(upperEndMs(bucket), this.maxMs);
      }
    }
    return this.maxMs;
  }

  /** Adds the counts of this meter to `sum`. */
  addTo(sum: LagMeter): void {
    for (let bucket = 0; bucket < buckets; bucket++) {
      sum.#counts[bucket]! += this.#counts[bucket]!;
    }
    sum.count += this.count;
    sum.maxMs = Math.max(sum.maxMs, this.maxMs);
  }

  clear(): void {
    this.#counts.fill(0);
    this.count = 0;
    this.maxMs = 0;
  }
}

function bucketOf(lateMs: number): number {
  if (!(lateMs > 0)) {
    return 0;
  }
  if (lateMs < fineMs) {
    return Math.floor(lateMs * 4);
  }
  const doubling = Math.min(Math.floor(Math.log2(lateMs / fineMs)), doublings - 1);
  const within = Math.floor((lateMs / (fineMs * 2 ** doubling) - 1) * perDoubling);
  return fineBuckets + doubling * perDoubling + Math.min(within, perDoubling - 1);
}

function upperEndMs(bucket: number): number {
  if (bucket < fineBuckets) {
    return (bucket + 1) / 4;
  }
  const beyond = bucket - fineBuckets;
  const doubling = Math.floor(beyond / perDoubling);
  return fineMs * 2 ** doubling * (1 + ((beyond % perDoubling) + 1) / perDoubling);
}
