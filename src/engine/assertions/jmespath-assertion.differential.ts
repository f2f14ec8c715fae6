import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const asserted = (JMES_PATH: string, more: Record<string, Value> = {}): TestElement =>
  element('JMESPathAssertion', `jmes ${JMES_PATH}`, {
    JMES_PATH,
    EXPECTED_VALUE: '',
    JSONVALIDATION: false,
    EXPECT_NULL: false,
    INVERT: false,
    ISREGEX: true,
    ...more,
  });
const value = (path: string, expected: string, more: Record<string, Value> = {}) =>
  asserted(path, { EXPECTED_VALUE: expected, JSONVALIDATION: true, ...more });
const plain = (path: string, expected: string, more: Record<string, Value> = {}) =>
  value(path, expected, { ISREGEX: false, ...more });
const nulls = { EXPECT_NULL: true };
const inverted = { INVERT: true };

/** Answers made up on the spot. */
const answered = (body: string, ...children: TestElement[]) =>
  element(
    'kg.apc.jmeter.samplers.DummySampler',
    'answer',
    {
      WAITING: false,
      SUCCESFULL: true,
      RESPONSE_CODE: '200',
      RESPONSE_MESSAGE: 'OK',
      REQUEST_DATA: '',
      RESPONSE_DATA: body,
      RESPONSE_TIME: '1',
      LATENCY: '0',
      CONNECT: '0',
    },
    children,
  );

const document = '{"name":"Ada","n":5,"d":5.0,"none":null,"tags":["a","b"],"o":{"x":1,"y":[true]},"no":[]}';
const all = (...children: TestElement[]) => ({
  plan: planWith({}, { name: 'Ada', field: 'name' }, group({}, answered(document, ...children))),
});

export const cases: DifferentialCase[] = [
  {
    name: 'JMESPaths that are there and not',
    ...all(
      ...[
        'name',
        'none',
        'nope',
        'tags',
        'no',
        'tags[9]',
        '${field}',
        'abs(name)',
        'n > `1`',
        'nope == none',
      ].flatMap((path) => [asserted(path), asserted(path, inverted), asserted(path, nulls)]),
    ),
  },
  {
    name: 'values of JMESPaths by expression, as they are, and null',
    ...all(
      ...[
        ...[
          ['name', 'Ada'],
          ['name', 'A.*'],
          ['name', 'B'],
          ['name', '"Ada"'],
          ['name', '${name}'],
          ['n', '5'],
        ],
        ...[
          ['n', '5.0'],
          ['n', '\\d'],
          ['d', '5.0'],
          ['d', '5'],
          ['none', 'null'],
          ['none', ''],
          ['nope', 'null'],
        ],
        ...[
          ['tags', '["a","b"]'],
          ['tags', '[ "a", "b" ]'],
          ['tags', '["b","a"]'],
          ['tags', '["a"]'],
          ['no', '[]'],
        ],
        ...[
          ['o', '{"y":[true],"x":1}'],
          ['o', '{"y":[true],"x":1.0}'],
          ['o.x', ' 1 '],
          ['o.y', '[true]'],
        ],
        ...[
          ['[length(tags)]', '[2]'],
          ['[length(tags)]', '[ 2 ]'],
          ['n', '5 and more'],
          ['abs(n)', '5.0'],
        ],
      ].flatMap(([path = '', expected = '']) => {
        const isRegex = !/[[{]/.test(expected);
        return [
          ...(isRegex ? [value(path, expected), value(path, expected, inverted)] : []),
          plain(path, expected),
          plain(path, expected, inverted),
          plain(path, expected, nulls),
          value(path, 'x', { ...nulls, ...inverted }),
        ];
      }),
    ),
  },
  {
    name: 'wrong expectations of a JMESPath',
    ...all(
      ...['Bob', '{', '<a>', '"x', '\ttab', 'tru', '', 'nul', '{"a" 1}'].map((text) => plain('name', text)),
    ),
  },
  ...[
    ...[
      '<html>\n<body>',
      'Not found',
      '{"a":1',
      '{"a"',
      '{"a":',
      '{"a" 1}',
      '{a:1}',
      "{'a':1}",
      '[1,2',
      '[1,',
      '[1 2]',
    ],
    ...[
      '[1,]',
      '{"a":1,}',
      '{"a":1]',
      '[1}',
      '"abc',
      '"a\nb"',
      '"\\x"',
      '"\\u12g4"',
      'tru',
      'truex',
      'nullé',
      '€',
      'é',
    ],
    ...[
      '-',
      '-a',
      '1.',
      '1.x',
      '1e',
      '1ex',
      '01',
      '5x',
      '/* c */ 1',
      '\u0001',
      'NaN',
      'Infinity',
      '+1',
      ',',
      ' ',
      '\n\n  {\n "a": x}',
    ],
    ...[
      ']',
      '}',
      '{"a":1,\n\n "b": [1, {"c": ]}',
      `${'x'.repeat(300)} y`,
      `["${'long '.repeat(120)}", x]`,
      '{"a',
      '#',
      '\tx\u0002',
    ],
    ...['[1,2] 3', '{"name":1} trailing <'],
  ].map(
    (body): DifferentialCase => ({
      name: `a JMESPath in what is ${body.slice(0, 20)}`,
      plan: planWith(
        {},
        {},
        group({}, answered(body, asserted('name'), asserted('name', inverted), plain('name', 'x'))),
      ),
    }),
  ),
  {
    name: 'JMESPaths in answers',
    plan: ({ port }) =>
      planWith(
        {},
        {},
        group(
          {},
          http('page', { port, path: '/json' }, asserted('name'), value('name', 'A.*'), plain('id', '7')),
          http('empty', { port, path: '/status/204' }, asserted('name'), asserted('name', inverted)),
        ),
      ),
  },
];
