import { availableParallelism } from 'node:os';
import { estimateUsers } from '../../jmx/estimate-users.ts';
import { readJmx } from '../../jmx/read-jmx.ts';

/** Above this number of users, copying live objects dominates the time of a scavenge. */
const manyUsers = 2000;
/** Semi-space size in MB; each thread has two, in addition to its heap. */
const forFew = { ample: ['--max-semi-space-size=32'], scarce: ['--max-semi-space-size=16'] };
const ampleHeapMb = 256;
const forMany = ['--max-semi-space-size=4', '--no-parallel-scavenge', '--heap-growing-percent=100'];
const forAll = [
  // The path of a sample is many small functions; inlining them saves 5 % of CPU time.
  '--max-inlined-bytecode-size=800',
  '--max-inlined-bytecode-size-cumulative=4000',
  // Lets V8 inline constructors of derived classes.
  '--no-omit-default-ctors',
  // No async context is used, and propagating it costs time in each callback.
  '--no-async-context-frame',
  // For node:ffi.
  '--disable-warning=ExperimentalWarning',
];

/**
 * V8 flags for a plan. Idle users retain the objects of their last sample. With thousands of users, a small
 * semi-space is scavenged often, but in 1 to 2 ms each, independent of the number of users; by the thread itself,
 * because helper threads wait for a share of a busy core; and old space is collected before it exceeds twice its live
 * size. With few users most objects die young, so a larger semi-space is scavenged rarely. `heapMb` is the total of
 * all threads.
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
