import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  http,
  loop,
  planWith,
  type TestElement,
  type Value,
  withXml,
} from '../testing/plan.ts';
import type { SampleFacts } from '../testing/sample-facts.ts';

const open = (schedule: string, more: Record<string, Value>, ...children: TestElement[]) =>
  withXml(
    element(
      'OpenModelThreadGroup',
      'open',
      {
        'ThreadGroup.on_sample_error': 'continue',
        'OpenModelThreadGroup.schedule': schedule,
        'OpenModelThreadGroup.random_seed': '',
        ...more,
      },
      children,
    ),
    '<elementProp name="ThreadGroup.main_controller" elementType="OpenModelThreadGroupController"/>',
  );

/** Which user came in which second of the test; these schedules keep to the beginning of each. */
const starts = (samples: readonly SampleFacts[]): unknown[] =>
  samples
    .map(({ label, startMs, thread }) => {
      const [testMs, text] = label.split('/');
      return `${thread} ${text} ${Math.floor((startMs - Number(testMs)) / 1000)}`;
    })
    .toSorted();
const timed = (name: string) => debug(`\${TESTSTART.MS}/${name}`);
const byUser = (samples: readonly SampleFacts[]) =>
  samples.map(({ thread, label }) => `${thread}: ${label}`).toSorted();

export const cases: DifferentialCase[] = [
  {
    name: 'OpenModelThreadGroup: each user passes once, in every notation',
    plan: planWith(
      {},
      { rate: 'rate(240/min)' },
      open(
        '${rate} /* four a second */ Even_Arrivals(500ms .5 s) // and then\npause(0) rate(0) even_arrivals(0.1 seconds) RATE(2 per s) even_arrivals(1 s) rate(7200 / hour)',
        {},
        debug('x'),
        loop('L', 2, debug('y')),
      ),
    ),
    summarize: byUser,
  },
  {
    name: 'OpenModelThreadGroup: the same random times with the same seed',
    plan: [
      open(
        'pause(1 s) rate(2/sec) random_arrivals(3 sec)',
        { 'OpenModelThreadGroup.random_seed': '13' },
        timed('x'),
      ),
      open(
        'pause(1 s) rate(1/s) random_arrivals(2 s) rate(3/s) random_arrivals(1 s) rate(0)',
        { 'OpenModelThreadGroup.random_seed': '875' },
        timed('y'),
      ),
    ],
    summarize: starts,
  },
  {
    name: 'OpenModelThreadGroup: rates that grow and shrink, with a pause and random arrivals without a seed',
    plan: [
      open('rate(0) even_arrivals(1 s) rate(20/s) even_arrivals(1 s) rate(0)', {}, debug('even')),
      // The pause at the end gives the last user, who may arrive at any time, the time to complete its iteration.
      open(
        'rate(0) random_arrivals(1 s) rate(20/s) pause(1 s) random_arrivals(1 s) rate(5/s) pause(2 s)',
        { 'OpenModelThreadGroup.random_seed': '0' },
        debug('random'),
      ),
    ],
    summarize: byUser,
  },
  {
    name: 'OpenModelThreadGroup: whoever is still there at the end is broken off',
    plan: [
      open(
        'rate(2/s) even_arrivals(1 s)',
        {},
        debug('x'),
        debug('y', element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '30000' })),
      ),
    ],
    summarize: byUser,
  },
  {
    name: 'OpenModelThreadGroup: after an error there is no next loop, and no break',
    plan: ({ port }) => [
      open(
        'rate(2/s) even_arrivals(1 s) pause(2 s)',
        { 'ThreadGroup.on_sample_error': 'startnextloop' },
        http('fails', { port, path: '/status/500' }),
        debug('between'),
        element('TestAction', 'break', { 'ActionProcessor.action': 5 }),
        debug('after'),
      ),
    ],
    summarize: byUser,
  },
  {
    name: 'OpenModelThreadGroup: a number is so many users in a second, with an hour to go, unless the test is stopped',
    plan: [
      open('3', {}, debug('x')),
      group(
        { name: 'stops' },
        element('TestAction', 'wait', { 'ActionProcessor.action': 1, 'ActionProcessor.duration': '2000' }),
        element('TestAction', 'stop', { 'ActionProcessor.action': 2, 'ActionProcessor.target': 2 }),
      ),
    ],
    summarize: byUser,
  },
];
