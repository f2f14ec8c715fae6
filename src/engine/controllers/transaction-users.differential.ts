import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, loop, type TestElement, transaction } from '../testing/plan.ts';
import type { SampleFacts } from '../testing/sample-facts.ts';

const bad = (name: string) =>
  element('kg.apc.jmeter.samplers.DummySampler', name, {
    SUCCESFULL: false,
    RESPONSE_CODE: '500',
    RESPONSE_TIME: '0',
  });

const flow = (action: number, name = 'flow') =>
  element('TestAction', name, {
    'ActionProcessor.action': action,
    'ActionProcessor.target': 0,
    'ActionProcessor.duration': '0',
  });

const pauseFor = (ms: number) =>
  element('TestAction', 'pause', {
    'ActionProcessor.action': 1,
    'ActionProcessor.target': 0,
    'ActionProcessor.duration': String(ms),
  });

/** Three of them, the innermost of which is left in its middle. */
const nested = (...leaving: TestElement[]) =>
  transaction(
    'outer',
    true,
    debug('a'),
    transaction(
      'middle',
      true,
      debug('b'),
      transaction('inner', true, debug('c'), ...leaving, debug('never')),
    ),
    debug('behind'),
  );

const left = (name: string, onError: string, ...leaving: TestElement[]): DifferentialCase => ({
  name: `users that parts of a transaction know of when it is left by ${name}`,
  plan: [group({ loops: 2, onError }, debug('before'), loop('L', 2, nested(...leaving)), debug('after'))],
});

const usersOf = ({ label, groupUsers, allUsers, children }: SampleFacts): unknown => ({
  label,
  groupUsers,
  allUsers,
  children: children.map(usersOf),
});

export const cases: DifferentialCase[] = [
  left('the next pass of the group after an error', 'startnextloop', bad('bad')),
  left('the end of the user after an error', 'stopthread', bad('bad')),
  left('the end of the test after an error', 'stoptest', bad('bad')),
  left('an error that changes nothing', 'continue', bad('bad')),
  left('a break', 'continue', flow(5)),
  left('the next pass of the loop', 'continue', flow(4)),
  left('the next pass of the group', 'continue', flow(3)),
  left('the end of the user', 'continue', flow(0)),
  {
    name: 'parts of a transaction know how many users there were at their own time',
    plan: [
      group({ name: 'long' }, pauseFor(300), transaction('T', true, debug('a'), pauseFor(900), debug('b'))),
      group({ name: 'short' }, pauseFor(750), debug('c')),
    ],
    summarize: (samples) => samples.filter(({ label }) => label === 'T').map(usersOf),
  },
];
