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

const act = (action: number, target = 0, duration = '0', ...children: TestElement[]) =>
  element(
    'TestAction',
    `action ${action}`,
    {
      'ActionProcessor.action': action,
      'ActionProcessor.target': target,
      'ActionProcessor.duration': duration,
    },
    children,
  );
const iff = (condition: string, ...children: TestElement[]) =>
  element(
    'IfController',
    'if',
    { 'IfController.condition': condition, 'IfController.useExpression': true },
    children,
  );
const second = (name: string) => `\${__jexl3(\${__jm__${name}__idx} == 1)}`;

export const cases: DifferentialCase[] = [
  {
    name: 'pauses, also with nonsense for a duration',
    plan: planWith(
      {},
      { ms: '20' },
      group(
        { loops: 2 },
        debug('a'),
        act(1, 0, '${ms}'),
        debug('b'),
        act(1, 0, ''),
        act(1, 0, '-3'),
        act(1, 0, 'x'),
        transaction('T', true, debug('c'), act(1, 0, '1'), debug('d')),
        transaction('U', false, act(1, 0, '1'), debug('e')),
      ),
    ),
  },
  {
    name: 'stops the user',
    plan: [
      group({ loops: 2, users: 2 }, debug('a'), iff('${__jexl3(${__threadNum} == 1)}', act(0)), debug('b')),
      group(
        { name: 'Now' },
        debug('a'),
        transaction('T', true, debug('c'), act(2), debug('never')),
        debug('never'),
      ),
      group({ name: 'Beside' }, transaction('T', false, debug('c'), act(0), debug('never')), debug('never')),
    ],
    isConcurrent: true,
  },
  {
    name: 'stops the test in order',
    // A group behind it may still begin in JMeter: whoever stops the test only asks another thread to do so.
    plan: [group({ loops: 2 }, debug('a'), act(0, 2), debug('never'))],
  },
  {
    name: 'stops the test at once while another user pauses',
    plan: [
      group({ name: 'long' }, debug('before'), act(1, 0, '600000'), debug('never')),
      group({ name: 'stops' }, act(1, 0, '1000'), debug('a'), act(2, 2), debug('never')),
    ],
    isConcurrent: true,
  },
  {
    name: 'goes on with the next pass of the thread, from within everything',
    plan: [
      group(
        { loops: 3 },
        debug('a'),
        loop('L', 2, debug('b'), simple('S', transaction('T', false, debug('c'), act(3)), debug('never'))),
        debug('never'),
      ),
    ],
  },
  {
    name: 'goes on with the next pass of the loop around it',
    plan: [
      group(
        { loops: 2 },
        debug('a'),
        loop('L', 3, debug('b'), iff(second('L'), act(4)), debug('c')),
        debug('d'),
        loop('M', 2, simple('S', loop('N', 2, debug('e'), act(4), debug('never')), debug('f'))),
      ),
    ],
  },
  {
    name: 'goes on with the next pass when there is no loop but the main one',
    plan: [group({ loops: 2 }, debug('a'), simple('S', act(4)), debug('never'))],
  },
  {
    name: 'breaks the loop around it',
    plan: [
      group(
        { loops: 2 },
        debug('a'),
        loop('L', 3, debug('b'), iff(second('L'), act(5)), debug('c')),
        debug('d'),
        loop('M', 2, loop('N', 5, debug('e'), act(5), debug('never')), debug('f')),
        loop('O', 3, transaction('T', true, debug('g'), debug('h')), iff(second('O'), act(5))),
      ),
    ],
  },
  {
    name: 'breaks the main loop',
    plan: [group({ loops: 3 }, debug('a'), act(5), debug('never'))],
  },
  {
    name: 'breaks while and for each',
    plan: planWith(
      {},
      { item_1: 'a', item_2: 'b', item_3: 'c' },
      group(
        { loops: 2 },
        element('WhileController', 'W', { 'WhileController.condition': 'true' }, [
          debug('w'),
          iff(second('W'), act(5)),
          debug('x'),
        ]),
        element(
          'ForeachController',
          'F',
          { 'ForeachController.inputVal': 'item', 'ForeachController.returnVal': 'it' },
          [debug('${it}'), iff('${__jexl3("${it}" == "b")}', act(5)), debug('after ${it}')],
        ),
        element(
          'ForeachController',
          'G',
          { 'ForeachController.inputVal': 'item', 'ForeachController.returnVal': 'it' },
          [debug('${it}'), iff('${__jexl3("${it}" == "b")}', act(4)), debug('after ${it}')],
        ),
      ),
    ),
  },
];
