import { availableParallelism } from 'node:os';
import { estimateRate } from '../../jmx/estimate-rate.ts';
import { estimateUsers } from '../../jmx/estimate-users.ts';
import { readJmx } from '../../jmx/read-jmx.ts';

/** With more users, moving what they hold takes most of the time of a collection. */
const manyUsers = 2000;
/** Samples per second and core. With fewer, collections of a small young generation take about 1 % of the time. */
const calmRate = 1000;
/** Each thread has two or three semi-spaces of this size, in MB, besides its old generation. */
const forFew = { ample: ['--max-semi-space-size=32'], scarce: ['--max-semi-space-size=16'] };
const ampleHeapMb = 256;
const forCalm = ['--max-semi-space-size=2', '--no-parallel-scavenge', '--heap-growing-percent=50'];
const forMany = ['--max-semi-space-size=4', '--no-parallel-scavenge', '--heap-growing-percent=100'];
const forAll = [
  // A sample passes through many small functions: inlining them saves a twentieth of the time.
  '--max-inlined-bytecode-size=800',
  '--max-inlined-bytecode-size-cumulative=4000',
  // Otherwise V8 does not inline constructors of derived classes.
  '--no-omit-default-ctors',
  // The engine does not use async context, which costs time in each callback.
  '--no-async-context-frame',
  // For `releaseMemory`.
  '--expose-gc',
  // Of node:ffi.
  '--disable-warning=ExperimentalWarning',
];

/**
 * Flags of Node.js for a plan; `heapMb` is for all threads together. What a paused user holds survives collections of the
 * young generation, so their duration depends on the size of that generation and not on its garbage. Many users, and users
 * who send few requests per second, get a small one: short collections, and less memory. The thread collects it alone,
 * because waiting until helper threads get a share of a busy core takes longer; and the old generation, into which such
 * data moves, is collected before it has doubled. Few users without pauses create garbage only, and much of it: a large
 * young generation is collected seldom.
 */
export function engineNodeFlags(
  plan: Uint8Array,
  properties: Readonly<Record<string, string>>,
  heapMb: number,
): string[] {
  const [root] = readJmx('plan.jmx', plan).roots;
  const users = root ? estimateUsers(root, properties) : 0;
  if (users > manyUsers) {
    return [...forAll, ...forMany];
  }
  const rate = root ? estimateRate(root, properties) : Number.POSITIVE_INFINITY;
  if (rate <= calmRate * availableParallelism()) {
    return [...forAll, ...forCalm];
  }
  const isAmple = heapMb / availableParallelism() >= ampleHeapMb;
  return [...forAll, ...(isAmple ? forFew.ample : forFew.scarce)];
}
