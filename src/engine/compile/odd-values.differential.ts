import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, loop, type Value, variables } from '../testing/plan.ts';

const texts = ['', 'abc', '-1', '${none}', ' 1 ', '1.5', '99999999999'];

const each = (
  kind: string,
  property: string,
  more: Record<string, Value> = {},
  values: readonly string[] = texts,
): DifferentialCase[] =>
  values.map((value) => ({
    name: `${kind}: ${property} is "${value}"`,
    plan: ({ port }) => [
      variables({ a_1: 'one', a_2: 'two', a_3: 'three' }),
      group(
        { loops: 2 },
        http('asks', { port, path: '/echo' }, element(kind, kind, { ...more, [property]: value })),
        debug('after ${v} ${v_1} ${v_matchNr}'),
      ),
    ],
  }));

const folder = (
  kind: string,
  property: string,
  more: Record<string, Value> = {},
  values: readonly string[] = texts,
): DifferentialCase[] =>
  values.map((value) => ({
    name: `${kind}: ${property} is "${value}"`,
    plan: [
      variables({ a_1: 'one', a_2: 'two', a_3: 'three' }),
      group(
        { loops: 2 },
        element(kind, kind, { ...more, [property]: value }, [debug('in it ${v}')]),
        debug('after ${v}'),
      ),
    ],
  }));

const sampler = (property: string, values: readonly string[]): DifferentialCase[] =>
  values.map((value) => ({
    name: `HTTP: ${property} is "${value}"`,
    plan: ({ port }) => [
      group({ loops: 2 }, http('asks', { port, path: '/echo', more: { [property]: value } })),
    ],
    without: ['body', 'bytes'],
  }));

const regex = {
  'RegexExtractor.refname': 'v',
  'RegexExtractor.regex': '([a-z]+)',
  'RegexExtractor.template': '$1$',
  'RegexExtractor.match_number': '1',
  'RegexExtractor.default': 'none',
};
const each3 = { 'ForeachController.inputVal': 'a', 'ForeachController.returnVal': 'v' };
const small = ['', 'abc', '-1', '${none}', ' 1 '];

/** Values that are no number, no address or not there, in elements that most plans have. */
export const cases: DifferentialCase[] = [
  ...each('ConstantTimer', 'ConstantTimer.delay', {}, small),
  ...each('UniformRandomTimer', 'RandomTimer.range', { 'ConstantTimer.delay': '1' }, [
    '',
    'abc',
    '${none}',
    '0',
  ]),
  ...each('RegexExtractor', 'RegexExtractor.match_number', regex),
  ...each('RegexExtractor', 'RegexExtractor.template', regex, ['', 'abc', '$0$', '$5$', '$1', '${none}']),
  ...each('DurationAssertion', 'DurationAssertion.duration'),
  ...folder('ForeachController', 'ForeachController.startIndex', each3),
  ...folder('ForeachController', 'ForeachController.endIndex', each3, [
    '',
    'abc',
    '${none}',
    ' 2 ',
    '2.5',
    '99999999999',
  ]),
  ...folder('LoopController', 'LoopController.loops', { 'LoopController.continue_forever': true }, [
    '',
    'abc',
    '0',
    '${none}',
    ' 1 ',
    '1.5',
  ]),
  ...folder('RunTime', 'RunTime.seconds', {}, ['', 'abc', '0', '-1', '${none}']),
  ...folder('SwitchController', 'SwitchController.value'),
  ...folder('ThroughputController', 'ThroughputController.maxThroughput', {
    'ThroughputController.style': 0,
  }),
  ...folder(
    'ThroughputController',
    'ThroughputController.percentThroughput',
    { 'ThroughputController.style': 1 },
    ['', 'abc', '-1', '${none}', '50', ' 100 '],
  ),
  ...folder('IfController', 'IfController.condition', { 'IfController.useExpression': true }),
  ...['', 'abc', '-1', '0', '${none}', ' 1 '].map(
    (value): DifferentialCase => ({
      name: `CounterConfig: each number is "${value}"`,
      plan: [
        group(
          { loops: 3 },
          element('CounterConfig', 'count', {
            'CounterConfig.start': value,
            'CounterConfig.end': value,
            'CounterConfig.incr': value,
            'CounterConfig.name': 'v',
            'CounterConfig.format': '',
          }),
          debug('x ${v}'),
        ),
      ],
    }),
  ),
  ...['', 'abc', '-1', '${none}'].map(
    (value): DifferentialCase => ({
      name: `TestAction: a pause of "${value}"`,
      plan: [
        group(
          { loops: 2 },
          loop(
            'L',
            2,
            element('TestAction', 'pause', {
              'ActionProcessor.action': 1,
              'ActionProcessor.target': 0,
              'ActionProcessor.duration': value,
            }),
          ),
          debug('x'),
        ),
      ],
    }),
  ),
  ...['', 'missing.csv', '${none}'].map(
    (filename): DifferentialCase => ({
      name: `CSVDataSet: the file "${filename}"`,
      plan: [
        group(
          { name: 'with' },
          element('CSVDataSet', 'data', { filename, variableNames: 'v', delimiter: ',' }),
          debug('x ${v}'),
        ),
        group({ name: 'without' }, debug('y')),
      ],
      isConcurrent: true,
    }),
  ),
  ...sampler('HTTPSampler.connect_timeout', small),
  ...sampler('HTTPSampler.response_timeout', small),
  ...sampler('HTTPSampler.method', ['get', '', 'FOO', '${none}', ' GET ']),
  ...sampler('HTTPSampler.path', [
    '',
    '?',
    '${none}',
    ' /a b ',
    '/a|b',
    '//c',
    '/%zz',
    '/ä',
    '#x',
    '/a#b',
    'a/../b',
  ]),
  ...sampler('HTTPSampler.domain', [
    '',
    ' 127.0.0.1 ',
    '${none}',
    '127.0.0.1/x',
    'LOCALHOST',
    '[::1',
    '127.1',
    'http://127.0.0.1',
    '127.0.0.1:80',
    'a?b',
    'a#b',
    'a\\b',
    'a@b',
    '[x]',
    '[::1]',
    '%zz',
  ]),
  ...sampler('HTTPSampler.port', ['', 'abc', '${none}', '-1', '0', '1.5']),
];
