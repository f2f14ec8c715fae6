import { bucketCount } from './histogram-layout.ts';

/** One dense histogram for the whole process, empty between calls. */
interface Scratch {
  counts: Float64Array;
  /** A bit for each bucket that is in use. */
  inUse: Int32Array;
  /** A bit for each word of `inUse` that is not 0: most histograms are small, and looking at every word would take longest. */
  words: Int32Array;
}

let shared: Scratch | undefined;

function scratch(): Scratch {
  shared ??= {
    counts: new Float64Array(bucketCount),
    inUse: new Int32Array(bucketCount / 32),
    words: new Int32Array(bucketCount / 1024),
  };
  return shared;
}

/** Adds entries to those that wait to be gathered. */
export function scatter(indexes: readonly number[], counts: readonly number[]): void {
  const { counts: sums, inUse, words } = scratch();
  for (let at = 0; at < indexes.length; at++) {
    const index = indexes[at]!;
    sums[index]! += counts[at]!;
    inUse[index >>> 5]! |= 1 << (index & 31);
    words[index >>> 10]! |= 1 << ((index >>> 5) & 31);
  }
}

/** Replaces entries by all that were scattered, in order of their index, equal ones added up. */
export function gather(indexes: number[], counts: number[]): void {
  const { counts: sums, inUse, words } = scratch();
  let kept = 0;
  for (let block = 0; block < words.length; block++) {
    for (let wordBits = words[block]!; wordBits !== 0; wordBits &= wordBits - 1) {
      const word = block * 32 + lowestBit(wordBits);
      for (let bits = inUse[word]!; bits !== 0; bits &= bits - 1) {
        const index = word * 32 + lowestBit(bits);
        indexes[kept] = index;
        counts[kept] = sums[index]!;
        sums[index] = 0;
        kept++;
      }
      inUse[word] = 0;
    }
    words[block] = 0;
  }
  indexes.length = kept;
  counts.length = kept;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
