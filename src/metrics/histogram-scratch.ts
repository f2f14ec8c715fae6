import { bucketCount } from './histogram-layout.ts';

/** One dense histogram for the whole process, empty between calls. */
interface Scratch {
  counts: Float64Array;
  /** One bit per used bucket. */
  inUse: Int32Array;
  /** One bit per non-zero word of `inUse`, to skip empty words of small histograms. */
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

/** Adds entries to the scratch histogram. */
export function scatter(indexes: readonly number[], counts: readonly number[]): void {
  const { counts: sums, inUse, words } = scratch();
  for (let at = 0; at < indexes.length; at++) {
    const index = indexes[at]!;
    sums[index]! += counts[at]!;
    inUse[index >>> 5]! |= 1 << (index & 31);
    words[index >>> 10]! |= 1 << ((index >>> 5) & 31);
  }
}

/** Moves the scratch histogram into the arrays, sorted by index. */
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
