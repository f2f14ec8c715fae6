import { availableParallelism } from 'node:os';
import { estimateRate } from '../../jmx/estimate-rate.ts';
import { estimateUsers } from '../../jmx/estimate-users.ts';
import { readJmx } from '../../jmx/read-jmx.ts';

/**
 * Up to this number of users, a scavenge of the large young generation stops a thread for at most 7 ms and less than 1 %
 * of the time. Above it, the live objects of all users take longer to copy than a small young generation.
 */
const manyUsers = 3000;
/** Samples per second and core. Below it, collections of a small young generation take about 1 % of the time. */
const calmRate = 1000;
/** Size of a semi-space in MB; each thread has two or three, in addition to its old generation. */
const forFew = { ample: ['--max-semi-space-size=32'], scarce: ['--max-semi-space-size=16'] };
const ampleHeapMb = 256;
const forCalm = ['--max-semi-space-size=2', '--no-parallel-scavenge', '--heap-growing-percent=50'];
const forMany = ['--max-semi-space-size=4', '--no-parallel-scavenge', '--heap-growing-percent=100'];
const forAll = [
  // The path of a sample is many small functions; inlining them saves 5 % of CPU time.
  '--max-inlined-bytecode-size=800',
  '--max-inlined-bytecode-size-cumulative=4000',
  // Lets V8 inline constructors of derived classes.
  '--no-omit-default-ctors',
  // No async context is used, and propagating it costs time in each callback.
  '--no-async-context-frame',
  // For `releaseMemory`.
  '--expose-gc',
  // For node:ffi.
  '--disable-warning=ExperimentalWarning',
];

/**
 * V8 flags for a plan; `heapMb` is the total of all threads. Objects of paused users survive collections of the young
 * generation, so their duration depends on its size, not on its garbage. Plans with many users, and those with few
 * requests per second, get a small one: short collections, and less memory. The thread collects it alone, because helper
 * threads wait for a share of a busy core, and the old generation is collected before it has doubled. Few users without
 * pauses allocate mostly short-lived objects: a large young generation is collected rarely.
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
