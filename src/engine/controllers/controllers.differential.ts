import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, loop, simple, transaction } from '../testing/plan.ts';

/** GenericController, LoopController and TransactionController, which meet each other in every plan. */
export const cases: DifferentialCase[] = [
  {
    name: 'loops within loops, for each of two users',
    plan: [
      group(
        { loops: 2, users: 2 },
        debug('a'),
        loop('outer', 3, debug('b'), simple('simple', debug('c'), loop('inner', 2, debug('d')))),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: 'loops of one name, one within the other and one behind',
    plan: [
      group(
        { loops: 2 },
        loop('L', 2, debug('a'), loop('L', 3, debug('b')), debug('c')),
        loop('L', 1, debug('d')),
        loop('M', 2, debug('e')),
        debug('f'),
      ),
    ],
  },
  {
    name: 'main loops with a name, as JMeter writes them, and loops without',
    plan: [
      group({ name: 'A', loops: 3, loopName: 'Loop Controller' }, debug('a'), loop('L', 2, debug('b'))),
      group({ name: 'B', loops: 2 }, debug('c'), loop('', 2, debug('d')), debug('e')),
      group({ name: 'C', loops: 2, loopName: 'x' }, loop('C', 2, debug('f')), debug('g')),
    ],
  },
  {
    name: 'a loop whose variable somebody else sets as well',
    plan: [
      group(
        { loops: 2 },
        loop(
          'L',
          2,
          element('CounterConfig', 'count', {
            'CounterConfig.start': '10',
            'CounterConfig.end': '',
            'CounterConfig.incr': '1',
            'CounterConfig.name': '__jm__L__idx',
            'CounterConfig.format': '',
            'CounterConfig.per_user': true,
          }),
          debug('a'),
          debug('b'),
        ),
        debug('c'),
      ),
    ],
  },
  {
    name: 'transactions with parent samples',
    plan: [
      group(
        { loops: 2 },
        transaction('T', true, debug('a'), transaction('U', true, debug('b'), debug('c')), debug('d')),
      ),
    ],
  },
  {
    name: 'transactions beside their samples',
    plan: [
      group(
        { loops: 2 },
        transaction('T', false, debug('a'), transaction('U', false, debug('b'), debug('c')), debug('d')),
        debug('e'),
      ),
    ],
  },
  {
    name: 'both kinds of transactions in each other',
    plan: [
      group(
        { loops: 2 },
        transaction('T', true, debug('a'), transaction('U', false, debug('b'), loop('L', 2, debug('c')))),
        transaction('V', false, transaction('W', true, debug('x'))),
      ),
    ],
  },
  {
    name: 'controllers without anything to do',
    plan: [
      group(
        { loops: 2 },
        simple('S'),
        loop('none', 0, debug('n')),
        debug('x'),
        transaction('T', false),
        transaction('P', true),
        loop('unset', '${nope}', debug('z')),
      ),
    ],
  },
];
