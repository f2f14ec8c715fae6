import { javaHash } from './java-text.ts';

const defaultCapacity = 16;
const loadFactor = 0.75;

/** Capacity of a default HashMap after `size` insertions. */
export function grownCapacity(size: number): number {
  let capacity = defaultCapacity;
  while (size > capacity * loadFactor) {
    capacity *= 2;
  }
  return capacity;
}

/** Entries in the iteration order of a HashMap of that capacity: by bucket, then by insertion. */
export function hashOrder<T>(entries: readonly [string, T][], capacity: number): [string, T][] {
  return entries
    .map((entry, at) => ({ entry, at, bucket: spread(javaHash(entry[0])) & (capacity - 1) }))
    .sort((left, right) => left.bucket - right.bucket || left.at - right.at)
    .map(({ entry }) => entry);
}

const spread = (hash: number) => hash ^ (hash >>> 16);
