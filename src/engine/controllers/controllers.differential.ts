import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, group, loop, simple, transaction } from '../testing/plan.ts';

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
