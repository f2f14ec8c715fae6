import { bucketCount } from './histogram-layout.ts';

/** One dense histogram for the whole process, empty between calls, and a bit for each bucket that is in use. */
interface Scratch {
  counts: Float64Array;
  inUse: Uint32Array;
}

let shared: Scratch | undefined;

/** Puts entries, and more of them if given, in order of their index, equal ones added up, in place. */
export function sortAndSum(
  indexes: number[],
  counts: number[],
  moreIndexes: readonly number[] = [],
  moreCounts: readonly number[] = [],
): void {
  shared ??= { counts: new Float64Array(bucketCount), inUse: new Uint32Array(bucketCount / 32) };
  const { counts: sums, inUse } = shared;
  scatter(shared, indexes, counts);
  scatter(shared, moreIndexes, moreCounts);
  let kept = 0;
  for (let word = 0; word < inUse.length; word++) {
    let bits = inUse[word]!;
    if (bits === 0) continue;
    inUse[word] = 0;
    while (bits !== 0) {
      const lowest = bits & -bits;
      const index = word * 32 + 31 - Math.clz32(lowest);
      indexes[kept] = index;
      counts[kept] = sums[index]!;
      sums[index] = 0;
      kept++;
      bits ^= lowest;
    }
  }
  indexes.length = kept;
  counts.length = kept;
}

function scatter(
  { counts: sums, inUse }: Scratch,
  indexes: readonly number[],
  counts: readonly number[],
): void {
  for (let at = 0; at < indexes.length; at++) {
    const index = indexes[at]!;
    sums[index]! += counts[at]!;
    inUse[index >>> 5]! |= 1 << (index & 31);
  }
}
