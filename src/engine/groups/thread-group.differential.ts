import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, group, http, loop, planWith, transaction } from '../testing/plan.ts';

/** TestPlan, ThreadGroup, SetupThreadGroup, PostThreadGroup. */
export const cases: DifferentialCase[] = [
  {
    name: 'set-up groups run first and tear-down groups last, groups are counted in each stage',
    plan: [
      group({ name: 'last', kind: 'PostThreadGroup' }, debug('z')),
      group({ name: 'one' }, debug('a ${__threadNum}')),
      group({ name: 'first', kind: 'SetupThreadGroup', users: 2 }, debug('s')),
      group({ name: 'two', loops: 2 }, debug('b')),
    ],
    isConcurrent: true,
  },
  {
    name: 'groups one after another, with variables and properties in numbers and names',
    plan: planWith(
      { 'TestPlan.serialize_threadgroups': true },
      { users: '2', who: 'Ada' },
      group({ name: 'group ${who}', users: '${users}', loops: '${__P(loops,3)}' }, debug('x ${who}')),
      group({ name: 'other', users: '${none}' }, debug('never')),
      group({ name: 'third', users: '${__P(users)}' }, debug('y')),
    ),
    properties: { loops: '2', users: '3' },
    isConcurrent: true,
  },
  {
    name: 'ramp-up, with users that begin one by one',
    plan: [group({ users: 3, more: { 'ThreadGroup.ramp_time': '1' } }, debug('x'))],
    isConcurrent: true,
  },
  {
    name: 'delayed start, with users that are made one by one',
    plan: [
      group(
        { users: 2, more: { 'ThreadGroup.ramp_time': '1', 'ThreadGroup.delayedStart': true } },
        debug('x'),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: 'a scheduler that ends users, counted only by what it lets through at all',
    plan: [
      group(
        {
          users: 2,
          loops: 3,
          more: { 'ThreadGroup.scheduler': true, 'ThreadGroup.duration': '5', 'ThreadGroup.delay': '1' },
        },
        debug('x'),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: 'a scheduler without a duration starts nobody',
    plan: [
      group({ name: 'wrong', more: { 'ThreadGroup.scheduler': true } }, debug('never')),
      group({ name: 'right' }, debug('x')),
    ],
  },
  {
    name: 'a group that loops forever is ended by its scheduler',
    plan: [
      group(
        {
          name: 'forever',
          loops: -1,
          more: { 'ThreadGroup.scheduler': true, 'ThreadGroup.duration': '1' },
        },
        transaction('T', true, loop('wait', 1, debug('x'))),
      ),
      group({ name: 'finite', loops: 2 }, debug('y')),
    ],
    // How many samples fit into a second is nobody's promise.
    summarize: (samples) => [...new Set(samples.map(({ label, thread }) => `${thread} ${label}`))],
  },
  ...['continue', 'startnextloop', 'stopthread', 'stoptest', 'stoptestnow'].map(
    (onError): DifferentialCase => ({
      name: `after an error: ${onError}`,
      plan: ({ port }) => [
        group(
          { loops: 2, onError },
          debug('a'),
          loop(
            'L',
            2,
            transaction('T', true, debug('b'), http('fails', { port, path: '/status/500' }), debug('c')),
            transaction('U', false, http('fails too', { port, path: '/status/404' }), debug('d')),
          ),
          debug('e'),
        ),
      ],
    }),
  ),
  {
    name: 'a user who is somebody new in each iteration comes with new connections',
    plan: ({ port }) => [
      group(
        { loops: 3, more: { 'ThreadGroup.same_user_on_next_iteration': false } },
        http('one', { port, path: '/one' }),
        http('two', { port, path: '/two' }),
      ),
    ],
  },
  {
    name: 'the same user keeps its connections from one iteration to the next',
    plan: ({ port }) => [
      group(
        { loops: 3, more: { 'ThreadGroup.same_user_on_next_iteration': true } },
        http('one', { port, path: '/one' }),
      ),
    ],
  },
];
