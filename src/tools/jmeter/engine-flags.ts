import { availableParallelism } from 'node:os';
import { estimateUsers } from '../../jmx/estimate-users.ts';
import { readJmx } from '../../jmx/read-jmx.ts';

/** So many users hold on to so much that moving it about is what takes time. */
const manyUsers = 2000;
/** Each thread has two spaces of so many MB, beside its heap. */
const forFew = { ample: ['--max-semi-space-size=32'], scarce: ['--max-semi-space-size=16'] };
const ampleHeapMb = 256;
const forMany = ['--max-semi-space-size=4', '--no-parallel-scavenge', '--heap-growing-percent=100'];
const forAll = [
  // The way of a sample is many small functions: called inside of each other they take a twentieth less.
  '--max-inlined-bytecode-size=800',
  '--max-inlined-bytecode-size-cumulative=4000',
  // Else V8 does not put constructors of classes that extend others in line.
  '--no-omit-default-ctors',
  // Nothing here follows what was asked for from one callback to the next, which costs each callback.
  '--no-async-context-frame',
  // Of node:ffi.
  '--disable-warning=ExperimentalWarning',
];

/**
 * How Node.js is to be started for a plan. Users who rest hold on to what their last sample made: with thousands of them
 * a small space for new objects is cleared often but each time in a millisecond or two, and does not grow with the
 * number of users. It is cleared by the thread itself, for waiting until helpers get a share of a busy core takes longer.
 * What has grown old is looked through before it is more than twice as much as is needed. A few users make much that is
 * gone at once, and a larger space is cleared seldom. `heapMb` is for all threads together.
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
  const isAmple = heapMb / availableParallelism() >= ampleHeapMb;
  return [...forAll, ...(isAmple ? forFew.ample : forFew.scarce)];
}
