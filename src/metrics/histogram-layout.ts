/** Maximum recorded response time: 24 h. */
export const maxValueUs = 24 * 60 * 60 * 1_000_000;

/**
 * HdrHistogram's buckets for 3 significant digits: single microseconds up to 2,047, then 1,024 buckets for each
 * doubling. There are 28 × 1,024 up to 24 hours.
 */
export const bucketCount = 28 * 1024;

/** Bucket of a value, clamped to the range; 0 for NaN. */
export function bucketIndex(valueUs: number): number {
  if (!(valueUs > 0)) return 0;
  const value = valueUs < maxValueUs ? Math.round(valueUs) : maxValueUs;
  if (value < 2048) return value;
  const doublings = magnitude(value) - 10;
  return doublings * 1024 + Math.floor(value / 2 ** doublings);
}

/** Lowest value of a bucket. */
export function bucketLowUs(index: number): number {
  if (index < 2048) return index;
  return ((index & 1023) + 1024) * 2 ** ((index >> 10) - 1);
}

/** Highest integer value of a bucket. */
export function bucketHighUs(index: number): number {
  if (index < 2048) return index;
  return ((index & 1023) + 1025) * 2 ** ((index >> 10) - 1) - 1;
}

/** Position of the highest bit, for values above 32 bits. */
function magnitude(value: number): number {
  return value < 2 ** 32 ? 31 - Math.clz32(value) : 47 - Math.clz32(Math.floor(value / 65536));
}
