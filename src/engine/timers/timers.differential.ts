import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, planWith, type TestElement, type Value } from '../testing/plan.ts';
import type { SampleFacts } from '../testing/sample-facts.ts';

const timer = (kind: string, delay: string, range: string) =>
  element(kind, 'wait', { 'ConstantTimer.delay': delay, 'RandomTimer.range': range });
const throughput = (perMinute: string, calcMode: Value, ...children: TestElement[]) =>
  element('ConstantThroughputTimer', 'rate', { throughput: perMinute, calcMode }, children);
const meet = (groupSize: Value, timeoutInMs: Value = 0) =>
  element('SyncTimer', 'meet', { groupSize, timeoutInMs });

/** How long it took from the first sample to the last, if it is about what it should be. */
const took = (leastMs: number, samples: readonly SampleFacts[]): unknown[] => {
  const starts = samples.map(({ startMs }) => startMs);
  const ms = Math.max(...starts) - Math.min(...starts);
  // Nothing comes early; how late it is depends on the machine.
  const isRight = ms > leastMs * 0.6 && ms < leastMs * 2 + 3000;
  return [samples.length, isRight ? `about ${leastMs} ms` : `${ms} ms`];
};

const waits = (name: string, leastMs: number, ...timers: TestElement[]): DifferentialCase => ({
  name,
  plan: planWith({}, { ms: '50', rate: '600.0' }, group({ loops: 6 }, ...timers, debug('x'))),
  summarize: (samples) => took(leastMs, samples),
});

/** Each second sample is one after the wait. */
const meeting = (name: string, groups: TestElement[], properties = {}): DifferentialCase => ({
  name: `SyncTimer: ${name}`,
  plan: groups,
  properties,
  isConcurrent: true,
});

const rates = ['0', '1', '2', '3', '4'].map((mode) =>
  waits(`ConstantThroughputTimer: one user, mode ${mode}`, 500, throughput('600', mode)),
);
const named = [
  'this thread only',
  'all active threads',
  'all active threads in current thread group',
  'all active threads (shared)',
  'all active threads in current thread group (shared)',
].map((mode) => ({
  name: `ConstantThroughputTimer: two groups, ${mode}`,
  plan: [
    throughput('1200', mode),
    group({ loops: 6, users: 2 }, debug('x')),
    group({ name: 'other', loops: 6 }, debug('y')),
  ],
  summarize: (samples: readonly SampleFacts[]) =>
    took({ this: 250, all: 750 }[mode.split(' ')[0] ?? ''] ?? 0, samples).slice(
      0,
      mode.includes('group') ? 1 : 2,
    ),
}));

export const cases: DifferentialCase[] = [
  waits(
    'UniformRandomTimer waits at least its constant part',
    250,
    timer('UniformRandomTimer', '50', '10.0'),
  ),
  waits('UniformRandomTimer without range, with a variable', 250, timer('UniformRandomTimer', '${ms}', '')),
  waits('GaussianRandomTimer without deviation', 250, timer('GaussianRandomTimer', '50', '0.0')),
  waits(
    'GaussianRandomTimer takes the size of what would be negative',
    250,
    timer('GaussianRandomTimer', '-50', '0'),
  ),
  waits('PoissonRandomTimer without lambda', 250, timer('PoissonRandomTimer', '50', '0')),
  waits('PoissonRandomTimer around its lambda', 1000, timer('PoissonRandomTimer', '0', '240')),
  waits('PoissonRandomTimer around a small lambda', 100, timer('PoissonRandomTimer', '15', '9')),
  ...rates,
  ...named,
  waits('ConstantThroughputTimer: a rate that is a variable', 500, throughput('${rate}', 0)),
  // Each user meets once: in JMeter the last to come resets the barrier behind those who went on, and whoever is back by
  // then, or comes then, is let through, so that the others wait for ever.
  meeting('all users of the group', [group({ users: 3 }, debug('a'), debug('b', meet(0)))]),
  meeting('so many users at a time', [
    group({ users: 4, loops: 1, more: { 'ThreadGroup.ramp_time': 1 } }, debug('a'), debug('b', meet(2))),
  ]),
  meeting('one user waits for nobody', [group({ users: 2, loops: 2 }, meet(1), debug('a'))]),
  meeting('a timeout lets everybody go', [group({ users: 2, loops: 2 }, meet(3, 200), debug('a'))]),
  meeting('the end of the schedule ends the wait', [
    group(
      { users: 1, loops: 2, more: { 'ThreadGroup.scheduler': true, 'ThreadGroup.duration': '2' } },
      debug('a'),
      debug('b', meet(2)),
    ),
    group({ name: 'other' }, debug('c')),
  ]),
  meeting(
    'users of two groups meet',
    [meet('${__P(size)}'), group({ users: 2 }, debug('a')), group({ name: 'other', users: 2 }, debug('b'))],
    { size: '4' },
  ),
  meeting('other timers count besides', [
    group(
      { users: 2 },
      element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '20' }),
      meet(2),
      element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '20' }),
      debug('a'),
    ),
  ]),
];
