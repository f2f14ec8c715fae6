import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, planWith, type TestElement, type Value } from '../testing/plan.ts';
import type { SampleFacts } from '../testing/sample-facts.ts';

const precise = (more: Record<string, Value> = {}) =>
  element('PreciseThroughputTimer', 'rate', {
    throughput: '6',
    throughputPeriod: '4',
    duration: '4',
    batchSize: '1',
    batchThreadDelay: '0',
    exactLimit: '10000',
    allowedThroughputSurplus: '1.0',
    randomSeed: '4038',
    ...more,
  });

/** When each sample began after the test did, in seconds; these seeds keep to the beginning of each. */
const starts = (samples: readonly SampleFacts[]): unknown[] =>
  samples
    .map(({ label, startMs }) => {
      const [testMs, text] = label.split('/');
      return `${text} ${Math.floor((startMs - Number(testMs)) / 1000)}`;
    })
    .toSorted();
const timed = (name: string, ...children: TestElement[]) => debug(`\${TESTSTART.MS}/${name}`, ...children);

/** How many there were, and whether they took about as long as they should. */
const total = (seconds: number) => (samples: readonly SampleFacts[]) => {
  const times = samples.map(({ startMs }) => startMs);
  const ms = Math.max(...times) - Math.min(...times);
  return [samples.length, ms < seconds * 1000 + 2500 ? `at most ${seconds} s` : `${ms} ms`];
};

const seconds2 = { throughputPeriod: '${s}', duration: '${s}' };

export const cases: DifferentialCase[] = [
  {
    name: 'PreciseThroughputTimer: without a seed, as many in each period; a seed of which 32 bits are none is no seed',
    plan: [
      group(
        { loops: 20 },
        precise({ throughput: '10', throughputPeriod: '1', duration: '1', randomSeed: '0' }),
        debug('x'),
      ),
      group(
        { name: 'other', loops: 20 },
        precise({
          ...{ throughput: '10', throughputPeriod: '1', duration: '1' },
          ...{ randomSeed: '4294967296', exactLimit: '', batchThreadDelay: '5' },
        }),
        debug('x'),
      ),
    ],
    summarize: total(2),
  },
  {
    name: 'PreciseThroughputTimer: 60,000 times with a seed, which users wait for',
    plan: [
      group(
        { users: 2, loops: 3 },
        precise({ throughput: '6', duration: '40000', randomSeed: '18' }),
        timed('many times'),
      ),
    ],
    summarize: starts,
  },
  {
    name: 'PreciseThroughputTimer: no rate lets nobody sample',
    plan: [
      group({ loops: 3 }, debug('before'), debug('x', precise({ throughput: '0' }))),
      group({ name: 'other', loops: 2 }, debug('y', precise({ throughput: '-5' })), debug('z')),
    ],
  },
  {
    name: 'PreciseThroughputTimer: the same random times with the same seed, for the users of each group',
    plan: planWith(
      {},
      { n: '3.0', s: '2', seed: '1391' },
      group({ loops: 6 }, precise(), timed('one user')),
      group({ users: 2, loops: 3 }, precise(), timed('two users share them')),
      group(
        { loops: 6 },
        precise({ throughput: '${n}', ...seconds2, randomSeed: '${seed}' }),
        timed('one period follows the other'),
      ),
      group(
        { loops: 6 },
        precise({ throughput: '90', throughputPeriod: '60' }),
        timed('a period that is not the duration'),
      ),
      group(
        { loops: 3 },
        timed('two timers', precise()),
        element('GenericController', 'c', {}, [timed('two timers', precise())]),
      ),
      group(
        { users: 3, loops: 2 },
        precise({ batchSize: '3', throughputPeriod: '3', duration: '3', randomSeed: '11' }),
        timed('batches'),
      ),
      group({ loops: 6 }, precise({ batchSize: '0' }), timed('a batch without end')),
      group(
        // The fourth time is 14.4 s: seconds after the end, however late a busy machine starts the group.
        { loops: 6, more: { 'ThreadGroup.scheduler': true, 'ThreadGroup.duration': '6' } },
        precise({ throughputPeriod: '20', duration: '20', randomSeed: '2200' }),
        timed('a wait beyond the schedule ends the user'),
      ),
    ),
    summarize: starts,
  },
];
