import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, loop, planWith, type TestElement } from '../testing/plan.ts';

/** Numbers that Java does not read, for a blank or for their size; a property that holds one counts as 0. */
const odd = [' 2', '2 ', '2147483648', '-2147483649', '99999999999999999999', '+2', '0x2', '2.0', ''];
const inPlan = (...children: TestElement[]) => ({
  plan: planWith({}, { a_1: 'one', a_2: 'two', a_3: 'three' }, group({}, ...children, debug('last'))),
});

export const cases: DifferentialCase[] = [
  {
    name: 'LoopController with odd numbers',
    ...inPlan(...odd.map((number) => loop(`loop ${number}`, number, debug(`in ${number}`)))),
  },
  {
    name: 'ForeachController with odd numbers',
    ...inPlan(
      ...odd.flatMap((number) => [
        element(
          'ForeachController',
          `from ${number}`,
          {
            'ForeachController.inputVal': 'a',
            'ForeachController.returnVal': 'x',
            'ForeachController.useSeparator': true,
            'ForeachController.startIndex': number,
            'ForeachController.endIndex': '2',
          },
          [debug(`from ${number}: ${'${x}'}`)],
        ),
        element(
          'ForeachController',
          `to ${number}`,
          {
            'ForeachController.inputVal': 'a',
            'ForeachController.returnVal': 'x',
            'ForeachController.useSeparator': true,
            'ForeachController.startIndex': '0',
            'ForeachController.endIndex': number,
          },
          [debug(`to ${number}: ${'${x}'}`)],
        ),
      ]),
    ),
  },
  {
    name: 'ThreadGroup with a blank before its number has no user',
    plan: [
      group({ name: 'none', users: ' 2' }, debug('never')),
      group({ name: 'none', users: '2147483648' }, debug('never')),
      group({ name: 'two', users: '+2', more: { 'ThreadGroup.ramp_time': ' 60' } }, debug('ran')),
    ],
    isConcurrent: true,
  },
  {
    name: 'ConstantTimer and UniformRandomTimer with a blank before the delay do not wait',
    ...inPlan(
      debug('constant', element('ConstantTimer', 'timer', { 'ConstantTimer.delay': ' 60000' })),
      debug('huge', element('ConstantTimer', 'timer', { 'ConstantTimer.delay': '9223372036854775808' })),
      debug(
        'random',
        element('UniformRandomTimer', 'timer', {
          'ConstantTimer.delay': '60000 ',
          'RandomTimer.range': '1',
        }),
      ),
    ),
  },
  {
    name: 'CounterConfig with odd numbers',
    ...inPlan(
      ...[' 5', '999999999999999', '9223372036854775808', '+5', '5.0'].flatMap((number, index) => [
        element('CounterConfig', 'counter', {
          'CounterConfig.start': number,
          'CounterConfig.incr': '1',
          'CounterConfig.name': `from${index}`,
        }),
        element('CounterConfig', 'counter', {
          'CounterConfig.start': '7',
          'CounterConfig.end': number,
          'CounterConfig.incr': ' 3',
          'CounterConfig.name': `to${index}`,
        }),
      ]),
      loop('twice', 2, debug('count')),
    ),
  },
  {
    name: 'HTTPSamplerProxy with odd ports and times',
    plan: ({ port }) => [
      group(
        {},
        http('blank', { port, more: { 'HTTPSampler.port': ` ${port} ` } }),
        http('waits', { port, path: '/slow/60', more: { 'HTTPSampler.response_timeout': ' 1' } }),
        http('waits too', { port, path: '/slow/60', more: { 'HTTPSampler.response_timeout': '4294967297' } }),
        http('connects', { port, more: { 'HTTPSampler.connect_timeout': '60000 ' } }),
      ),
    ],
  },
];
