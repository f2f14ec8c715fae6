import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, loop, planWith, type Value } from '../testing/plan.ts';

const counter = (more: Record<string, Value>) =>
  element('CounterConfig', 'count', {
    'CounterConfig.start': '1',
    'CounterConfig.end': '',
    'CounterConfig.incr': '1',
    'CounterConfig.name': 'n',
    'CounterConfig.format': '',
    'CounterConfig.per_user': false,
    ...more,
  });
const random = (more: Record<string, Value>) =>
  element('RandomVariableConfig', 'chance', {
    minimumValue: '5',
    maximumValue: '5',
    outputFormat: '',
    perThread: false,
    randomSeed: '',
    variableName: 'n',
    ...more,
  });
const counted = (name: string, more: Record<string, Value>): DifferentialCase => ({
  name: `CounterConfig: ${name}`,
  plan: planWith({}, { two: '2' }, group({ loops: 5 }, counter(more), debug('${n}'))),
});
const drawn = (name: string, more: Record<string, Value>): DifferentialCase => ({
  name: `RandomVariableConfig: ${name}`,
  plan: planWith({}, { ten: '10' }, group({ loops: 8 }, random(more), debug('${n}'))),
});

export const cases: DifferentialCase[] = [
  counted('from 1 on', {}),
  counted('from a start with a step', { 'CounterConfig.start': '10', 'CounterConfig.incr': '${two}' }),
  counted('up to an end and again', { 'CounterConfig.end': '3' }),
  counted('up to an end and again, for each user', {
    'CounterConfig.end': '3',
    'CounterConfig.per_user': true,
  }),
  counted('an end that is no number', { 'CounterConfig.end': 'x' }),
  counted('without a start or a step', { 'CounterConfig.start': '', 'CounterConfig.incr': '' }),
  counted('with a step that goes down', { 'CounterConfig.incr': '-2' }),
  ...[
    ...['000', '#', 'user_000', '#,##0', '0 pieces', '###,#00x', 'n00'],
    ...['0.0', '#0.00', '#,##0.0#', 'user-000', 'E00', "'#'00", "it''s 0", "0'E0'", '00-x'],
  ].map((format) =>
    counted(`format ${format}`, { 'CounterConfig.format': format, 'CounterConfig.start': '998' }),
  ),
  {
    name: 'CounterConfig: for each user, and begun again with each pass of the thread',
    plan: [
      group(
        { loops: 2, users: 2 },
        counter({ 'CounterConfig.per_user': true }),
        loop(
          'L',
          3,
          counter({
            'CounterConfig.per_user': true,
            'CounterConfig.reset_on_tg_iteration': true,
            'CounterConfig.name': 'reset',
          }),
          counter({ 'CounterConfig.per_user': true, 'CounterConfig.name': 'kept' }),
          debug('${n} ${reset} ${kept}'),
        ),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: 'CounterConfig: of all users of all groups',
    plan: [
      counter({}),
      group({ loops: 2, users: 2 }, debug('${n}')),
      group({ name: 'other', loops: 2 }, debug('${n}')),
    ],
    summarize: (samples) => samples.map(({ label }) => label).toSorted(),
  },
  drawn('between equal ends', {}),
  drawn('with a seed', { minimumValue: '1', maximumValue: '1000', randomSeed: '42' }),
  drawn('with a seed and a range that is a power of two', {
    minimumValue: '0',
    maximumValue: '1023',
    randomSeed: '-7',
  }),
  drawn('with a seed for each user', { maximumValue: '100', randomSeed: '42', perThread: true }),
  drawn('with a seed that is none', { randomSeed: 'x' }),
  drawn('with variables and a format', {
    minimumValue: '${ten}',
    maximumValue: '${ten}',
    outputFormat: 'U_0000',
    variableName: 'n',
  }),
  drawn('with its ends mixed up', { minimumValue: '9', maximumValue: '3' }),
  drawn('over more than an int holds', { minimumValue: '1', maximumValue: '9999999999', randomSeed: '1' }),
  {
    name: 'RandomVariableConfig: each user has its own, or all share one',
    plan: [
      group(
        { users: 2, loops: 3 },
        random({ maximumValue: '900', randomSeed: '42', perThread: true, variableName: 'own' }),
        debug('${own}'),
      ),
      group({ name: 'other', loops: 3 }, random({ maximumValue: '900', randomSeed: '42' }), debug('${n}')),
    ],
    isConcurrent: true,
  },
];
