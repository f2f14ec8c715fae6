import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, type TestElement, type Value, withXml } from '../testing/plan.ts';

const number = (name: string, more: Record<string, Value>) => group({ name, more }, debug(name));
const schedule = { 'ThreadGroup.scheduler': true, 'ThreadGroup.duration': '1' };
const seen = (samples: readonly { label: string; thread: string }[]) =>
  [...new Set(samples.map(({ label, thread }) => `${thread} ${label}`))].toSorted();

/** Endless loops need not be busy. */
const pause = element('ConstantTimer', 'pause', { 'ConstantTimer.delay': '10' });

/** A group whose main controller is written as given. */
const looping = (name: string, controller: string, more: Record<string, Value> = {}): TestElement =>
  withXml(
    element('ThreadGroup', name, { 'ThreadGroup.num_threads': 1, 'ThreadGroup.ramp_time': 0, ...more }, [
      debug(name, pause),
    ]),
    controller,
  );

const mainController = (properties: string) =>
  `<elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" testclass="LoopController">${properties}</elementProp>`;
const forever = (isForever: boolean) =>
  `<boolProp name="LoopController.continue_forever">${isForever}</boolProp>`;

/** ThreadGroup: what is empty, negative, no number, or never set. */
export const cases: DifferentialCase[] = [
  {
    name: 'numbers of users that are none',
    plan: [
      ...['', '0', '-1', 'abc', ' 2 ', '2.5', '${none}', '${__P(none,)}'].map((users) =>
        number(`users ${users.replace(/[${}]/g, '')}`, { 'ThreadGroup.num_threads': users }),
      ),
      group({ name: 'right' }, debug('right')),
    ],
    isConcurrent: true,
  },
  {
    name: 'ramp-ups that are none',
    plan: ['', '0', '-1', 'abc', '${none}', ' 1'].map((ramp) =>
      group(
        { name: `ramp ${ramp.replace(/[${}]/g, '')}`, users: 2, more: { 'ThreadGroup.ramp_time': ramp } },
        debug('x'),
      ),
    ),
    isConcurrent: true,
  },
  {
    name: 'a schedule that is not used counts for nothing',
    plan: [
      ...['', '-1', '0', '3600', 'abc', '${none}'].map((value) =>
        number(`unused ${value.replace(/[${}]/g, '')}`, {
          'ThreadGroup.scheduler': false,
          'ThreadGroup.duration': value,
          'ThreadGroup.delay': value,
        }),
      ),
      number('no scheduler at all', { 'ThreadGroup.duration': '-1', 'ThreadGroup.delay': '3600' }),
    ],
    isConcurrent: true,
  },
  ...['', '0', '-1', 'abc', '${none}'].map(
    (duration): DifferentialCase => ({
      name: `a schedule with the duration "${duration}"`,
      plan: [
        group({ name: 'before' }, debug('before')),
        number('wrong', { 'ThreadGroup.scheduler': true, 'ThreadGroup.duration': duration }),
        group({ name: 'after' }, debug('after')),
      ],
      isConcurrent: true,
    }),
  ),
  ...['', '-1', 'abc', '${none}'].map(
    (delay): DifferentialCase => ({
      name: `a schedule with the delay "${delay}"`,
      plan: [
        number('delayed', { ...schedule, 'ThreadGroup.delay': delay }),
        group({ name: 'after' }, debug('after')),
      ],
      isConcurrent: true,
    }),
  ),
  {
    name: 'users that are made one by one, with a schedule whose delay is negative',
    plan: [
      number('delayed', { ...schedule, 'ThreadGroup.delay': '-1', 'ThreadGroup.delayedStart': true }),
      group({ name: 'after' }, debug('after')),
    ],
    isConcurrent: true,
  },
  {
    name: 'users that are made one by one, with a schedule without a duration',
    plan: [
      number('wrong', { 'ThreadGroup.scheduler': true, 'ThreadGroup.delayedStart': true }),
      group({ name: 'after' }, debug('after')),
    ],
    isConcurrent: true,
  },
  {
    name: 'loops that are no number, or none',
    plan: [
      ...['', '0', 'abc', '${none}', ' 2', '2.0'].map((loops) =>
        group({ name: `loops ${loops.replace(/[${}]/g, '')}`, loops }, debug('x')),
      ),
      group({ name: 'right' }, debug('right')),
    ],
    isConcurrent: true,
  },
  ...['-1', '-2', '-3'].map(
    (loops): DifferentialCase => ({
      name: `${loops} loops are endless, and the schedule ends them`,
      plan: [group({ loops, more: schedule }, debug('x', pause))],
      summarize: seen,
    }),
  ),
  ...Object.entries({
    'has no number and is not for ever': forever(false),
    'has a number and is for ever': `${forever(true)}<intProp name="LoopController.loops">2</intProp>`,
    'has a number alone': '<stringProp name="LoopController.loops">2</stringProp>',
  }).map(
    ([what, properties]): DifferentialCase => ({
      name: `a main controller that ${what}`,
      plan: [looping(what, mainController(properties), schedule), group({ name: 'right' }, debug('right'))],
      isConcurrent: true,
      summarize: (samples) => [...seen(samples), samples.length > 4 ? 'for ever' : samples.length],
    }),
  ),
  {
    name: 'a scheduler that a property turns on, and one that a variable does not',
    plan: [
      number('on', { 'ThreadGroup.scheduler': '${__P(on)}', 'ThreadGroup.duration': '0' }),
      number('off', { 'ThreadGroup.scheduler': '${none}', 'ThreadGroup.duration': '0' }),
      number('in capitals', { 'ThreadGroup.scheduler': 'TRUE', 'ThreadGroup.duration': '0' }),
    ],
    properties: { on: 'true' },
    isConcurrent: true,
  },
  ...['', 'ask', '${none}'].map(
    (onError): DifferentialCase => ({
      name: `what to do after an error is "${onError}"`,
      plan: ({ port }) => [
        group(
          { loops: 2, onError },
          element('HTTPSamplerProxy', 'fails', {
            'HTTPSampler.domain': '127.0.0.1',
            'HTTPSampler.port': port,
            'HTTPSampler.path': '/status/500',
            'HTTPSampler.method': 'GET',
          }),
          debug('x'),
        ),
      ],
    }),
  ),
  {
    name: 'a loop that does not say whether it may run again does so',
    plan: [
      group({ loops: 2 }, element('LoopController', 'again', { 'LoopController.loops': 2 }, [debug('x')])),
    ],
  },
];
