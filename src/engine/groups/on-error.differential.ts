import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  loop,
  planWith,
  simple,
  type TestElement,
  transaction,
} from '../testing/plan.ts';

const bad = (name: string) =>
  element('kg.apc.jmeter.samplers.DummySampler', name, {
    WAITING: false,
    SUCCESFULL: false,
    RESPONSE_CODE: '500',
    RESPONSE_MESSAGE: 'bad',
    RESPONSE_TIME: '0',
  });

const waiting = (name: string, ms: number, isGood: boolean) =>
  element('kg.apc.jmeter.samplers.DummySampler', name, {
    WAITING: true,
    SUCCESFULL: isGood,
    RESPONSE_CODE: isGood ? '200' : '500',
    RESPONSE_MESSAGE: isGood ? 'OK' : 'bad',
    RESPONSE_TIME: String(ms),
  });

/** JMeter stops a test from another thread: the users of another group hold the end back until it has done so. */
const lateBad = waiting('bad', 200, false);
const slow = waiting('slow', 800, true);

/** What comes after a failure in a loop, a transaction of each kind, and at the end of a pass. */
const steps: TestElement[] = [
  debug('a'),
  loop('L', 2, debug('b'), simple('S', bad('bad'), debug('c')), debug('d')),
  debug('e'),
];

const fails = (name: string, onError: string, ...children: TestElement[]): DifferentialCase => ({
  name: `${onError || 'nothing said'}: ${name}`,
  plan: planWith(
    { 'TestPlan.serialize_threadgroups': true },
    {},
    group({ loops: 2, onError }, ...children),
    // JMeter stops a test from another thread, and may have begun with the next group by then.
    ...(onError.startsWith('stoptest') ? [] : [group({ name: 'later' }, debug('later'))]),
  ),
});

const ways = ['continue', 'startnextloop', 'stopthread', 'stoptest', 'stoptestnow', ''];

export const cases: DifferentialCase[] = [
  ...ways.map((onError) => fails('a failure in a loop', onError, ...steps)),
  ...ways.map((onError) =>
    fails(
      'a failure in a transaction with a parent sample',
      onError,
      transaction('T', true, debug('a'), bad('bad'), debug('b')),
      debug('c'),
    ),
  ),
  ...ways.map((onError) =>
    fails(
      'a failure in a transaction beside its samples',
      onError,
      transaction('T', false, debug('a'), bad('bad'), debug('b')),
      debug('c'),
    ),
  ),
  ...ways.map((onError) => fails('a failure at the end of a pass', onError, debug('a'), bad('bad'))),
  {
    name: 'a failure in a set-up group goes on or stops the test, and tear-down runs when the plan wants it',
    plan: planWith(
      { 'TestPlan.tearDown_on_shutdown': true },
      {},
      group({ name: 'up', kind: 'SetupThreadGroup', onError: 'continue' }, bad('bad')),
      group({ onError: 'stoptest' }, lateBad, debug('never')),
      group({ name: 'other' }, slow),
      group({ name: 'down', kind: 'PostThreadGroup' }, debug('down')),
    ),
  },
  {
    name: 'tear-down does not run after a stop when the plan does not want it',
    plan: planWith(
      { 'TestPlan.tearDown_on_shutdown': false },
      {},
      group({ onError: 'stoptest' }, lateBad, debug('never')),
      group({ name: 'other' }, slow),
      group({ name: 'down', kind: 'PostThreadGroup' }, debug('never')),
    ),
  },
  {
    name: 'a set-up group that stops the test lets nothing follow',
    plan: planWith(
      { 'TestPlan.tearDown_on_shutdown': true },
      {},
      group({ name: 'up', kind: 'SetupThreadGroup', onError: 'stoptest' }, lateBad),
      group({ name: 'up too', kind: 'SetupThreadGroup' }, slow),
      group({}, debug('never')),
      group({ name: 'down', kind: 'PostThreadGroup' }, debug('down?')),
    ),
  },
];
