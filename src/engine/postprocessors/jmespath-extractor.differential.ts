import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const jmes = (
  referenceName: string,
  jmesPathExpr: string,
  more: Record<string, Value> = {},
  scope: Record<string, Value> = {},
): TestElement => {
  const own = { referenceName, jmesPathExpr, defaultValue: 'none', matchNumber: '1', ...more };
  const named = Object.entries(own).map(([key, value]) => [`JMESExtractor.${key}`, value] as const);
  return element('JMESPathExtractor', 'Extractor', { ...Object.fromEntries(named), ...scope });
};
const variable = { 'Sample.scope': 'variable', 'Scope.variable': 'doc' };

/** Expressions shown on a variable, one after another, with all that they find. */
const tried = (name: string, doc: string, paths: readonly string[]): DifferentialCase => ({
  name,
  plan: planWith(
    {},
    { doc, key: 'a', three: '3' },
    group(
      { loops: 2 },
      debug(
        'sample',
        ...paths.map((path, index) => jmes(`m${index}`, path, { matchNumber: '-1' }, variable)),
      ),
    ),
  ),
});

const store = `{
  "a": { "b": [1, 2, 3, { "c": "deep" }], "odd name": "x", "with.dot": true, "empty": {}, "none": null, "no": [] },
  "books": [
    { "title": "One", "price": 8.95, "n": 1, "tags": ["x", "y"], "author": { "name": "Ann" } },
    { "title": "Two", "price": 12, "n": "2", "isbn": null },
    { "title": "Three/3", "price": 8.0, "n": 3.5, "isbn": "1-2", "tags": [] },
    { "title": "four", "price": 22.99, "isbn": "0-3", "available": true }
  ],
  "list": [[1, 2], [3], [], 4, [[5, 6]]],
  "texts": ["quote \\" slash / back \\\\ line \\n end \\u0001 \\u007f", "ümlaut € x 😀", ""],
  "numbers": [1, -2, 3.50, 1e3, 12345678901234567890, 9007199254740993, 0.00001, 1.0, -0.0, 0],
  "order": { "2": "two", "1": "one", "z": 0, "0": null },
  "limit": 10, "true": "yes", "x_1": "under", "lower": "b"
}`;

export const cases: DifferentialCase[] = [
  tried(
    'JMESPaths to one value',
    store,
    [
      ...['a.b', 'a.b[0]', 'a.b[-1].c', 'a."odd name"', '"a"."with.dot"', 'a.empty', 'a.none', 'a.none.more'],
      ...['a.missing', 'missing.more', 'a.b[9]', 'a.b[-9]', 'a.b.c', 'a[0]', 'limit.x', 'limit', '@', 'a'],
      ...['books[0]', 'texts', 'texts[0]', 'order', 'true', 'x_1', ' limit ', 'a . b [ 0 ]', '@.limit'],
      ...['numbers', 'numbers[4]', 'numbers[2]', '${key}.b[${three}].c', '"\\u0061".b[0]', 'list[0][1]'],
      ...[
        '(a).b[1]',
        '(a.b)[1]',
        '@[0]',
        'a.@',
        "'raw'",
        "'it\\'s'",
        '`1.50`',
        '`"x"`',
        '`[1, {"a": null}]`',
      ],
      ...['`{"a":{"b":2}}`.a.b', '`null`', "''", 'a.no', 'list[2]', '[0]', '[a.b[0], limit]', '[]', '*'],
    ].filter((path) => path !== 'a.@'),
  ),
  tried('JMESPaths to many values', store, [
    ...['books[*].title', 'books[*].isbn', 'books[*].author.name', 'a.*', '*.b', 'a.*[0]', 'books[].tags'],
    ...['books[].tags[]', 'books[*].tags[]', 'books[*].tags[0]', 'books[*].tags[*]', '(books[*].tags)[0]'],
    ...['books[*].tags | [0]', 'books[*].tags | [0][1]', 'list[]', 'list[][]', 'list[*][0]', 'list[][0]'],
    ...['books[0:2].title', 'books[-2:].title', 'books[::2].title', 'books[1:].n', 'a[0:1]', 'limit[0:1]'],
    ...['a.b[:2]', 'a.b[5:]', 'a.b[:-1]', 'a.b[-9:2]', 'a.b[:]', 'books[:2].[title, price]', 'missing[*].a'],
    ...['books[*].[title, isbn]', 'books[*].{t: title, "p p": price}', 'a.[b[0], none]', 'a.none.[x]'],
    ...[
      'books[*].{t: title}.t',
      '{x: limit, y: a.b[0]}',
      'a.b[*].c',
      '[*]',
      '*[]',
      '*.*',
      'order.*',
      '(*).b',
    ],
    ...['[books[0].title, books[1].title][1]', '*.name | [0]', 'books[].author.*', 'a.b | [0]', 'list[*][]'],
    ...['books[*].tags[].length(@)', 'missing[]', 'limit[]', 'limit.*', 'a.[*]', 'texts[:1] | [0]'],
  ]),
  tried('conditions in JMESPaths', store, [
    ...["books[?title == 'One'].price", 'books[?price > `10`].title', 'books[?price <= `8.95`].title'],
    ...[
      'books[?isbn].title',
      'books[?!isbn].title',
      'books[?isbn == null].title',
      'books[?isbn != `null`].n',
    ],
    ...["books[?n == '2'].title", 'books[?n == `1`].title', 'books[?n == `1.0`].title', 'books[?n].title'],
    ...["books[?price > `8` && title != 'Two'].title", "books[?title == 'One' || title == 'Two'].n"],
    ...["books[?title < 'Two'].title", 'books[?available].isbn', 'books[?tags].title', 'books[?tags[0]]'],
    ...["books[?contains(tags, 'x')].title", "books[?contains(title, 'o')].title", 'a.b[?@ > `1`]'],
    ...["books[?starts_with(title, 'T')].title | [0]", 'books[?price == max(@)].title', 'limit[?a]', 'a[?b]'],
    ...[
      'limit == `10`',
      'limit == `10.0`',
      'limit > `9`',
      'limit != lower',
      'limit < lower',
      '!limit',
      '!a.none',
    ],
    ...[
      '!a.no',
      '!a.empty',
      '!texts[2]',
      'a.none || limit',
      'a.no || a.b',
      'limit && lower',
      'a.none && limit',
    ],
    ...['a.b == `[1,2,3,{"c":"deep"}]`', 'a == `{}`', 'a.empty == `{}`', 'a.none == missing', '`0` == `-0`'],
    ...['numbers[8] == `0`', 'limit == `10` == `true`', '!limit == `false`', 'a.none || a.no || lower | @'],
    ...["books[?author.name == 'Ann'] | [0].title", 'books[?(isbn || available) && price > `20`].title'],
    ...[
      'a.none && a.no || lower',
      'books[?n > `0`][]',
      "books[?title=='One'].tags[] | [1]",
      'lower || a.none && x',
    ],
    ...['books[?title==`"One"`].n', 'books[?"title"==`"One"`].n', 'books[?price>`8`]|[?isbn].title'],
  ]),
  tried('functions in JMESPaths', store, [
    ...['abs(numbers[1])', 'abs(lower)', 'avg(a.no)', 'avg(a.b)', 'avg(list[0])', 'ceil(books[0].price)'],
    ...[
      'floor(books[0].price)',
      'floor(`-1.5`)',
      'ceil(`-0.5`)',
      'contains(a.b, `3`)',
      'contains(a.b, `3.0`)',
    ],
    ...["contains('abc', 'b')", "contains('a1c', `1`)", "ends_with(lower, 'b')", "join('-', books[*].title)"],
    ...[
      "join('', a.no)",
      "join(',', a.b)",
      'keys(a)',
      'keys(order)',
      'keys(limit)',
      'length(a)',
      'length(lower)',
    ],
    ...[
      'length(texts[1])',
      'length(books)',
      'length(limit)',
      '[length(books)]',
      'map(&title, books)',
      'map(&x, books)',
    ],
    ...[
      'map(&[0], list)',
      'max(numbers)',
      'max(books[*].title)',
      'max(a.no)',
      'max(a.b)',
      'max_by(books, &price)',
    ],
    ...['max_by(books, &price).title', 'max_by(books, &n)', 'max_by(a.no, &n)', 'merge(a.empty, order)'],
    ...[
      'merge(order, {z: limit, y: lower})',
      'min(list[0])',
      'min_by(books, &title).title',
      'not_null(a.none, limit)',
    ],
    ...[
      'not_null(a.none)',
      'reverse(list)',
      'reverse(lower)',
      "reverse('añ😀')",
      'sort(books[*].title)',
      'sort(list[0])',
    ],
    ...[
      'sort(books)',
      'sort_by(books, &title)[*].title',
      'sort_by(books, &price)[0].title',
      'sort_by(a.no, &x)',
    ],
    ...[
      'sort_by(books, &isbn)',
      "starts_with(lower, 'b')",
      'starts_with(limit, lower)',
      'sum(list[0])',
      'sum(a.no)',
    ],
    ...['to_array(limit)', 'to_array(list[0])', "to_number('12')", "to_number('1.5')", "to_number('1e3')"],
    ...[
      "to_number(' 7 ')",
      "to_number('x')",
      'to_number(a)',
      'to_number(limit)',
      'to_string(a)',
      'to_string(lower)',
    ],
    ...[
      'to_string(`1.0`)',
      'to_string(a.none)',
      'type(a)',
      'type(limit)',
      'type(a.none)',
      'type(list)',
      'type(`true`)',
    ],
    ...[
      'values(order)',
      'values(list)',
      'books[*].length(title)',
      'books[0].keys(@) | sort(@)',
      'length(books[*].isbn)',
    ],
    ...[
      'sort_by(books[?price], &price)[-1].title',
      'books[].[title, to_string(price)][]',
      'sum(books[*].price)',
    ],
  ]),
  {
    name: 'which match of a JMESPath',
    plan: planWith(
      {},
      { doc: '{"a":["x","y",null],"b":["one"],"c":[],"d":null}', two: '2' },
      group(
        { loops: 2 },
        debug(
          'sample',
          ...['1', '2', '3', '4', '-1', '${two}', '+1', '-2'].flatMap((matchNumber) =>
            ['a', 'b', 'c', 'd', 'e'].map((path) =>
              jmes(`m ${path} ${matchNumber}`, path, { matchNumber }, variable),
            ),
          ),
          jmes('random', 'b', { matchNumber: '0' }, variable),
          jmes('blank', 'b', { matchNumber: ' ' }, variable),
          jmes('none', 'b', { matchNumber: '' }, variable),
          jmes('empty default', 'd', { defaultValue: '' }, variable),
          jmes('default', 'd', { defaultValue: '${two}' }, variable),
          jmes('', 'b', {}, variable),
        ),
      ),
    ),
  },
  {
    name: 'old variables of a JMESPath extractor',
    plan: planWith(
      {},
      { doc: '["a","b","c"]' },
      group(
        {},
        debug('three', jmes('m', '@', { matchNumber: '-1' }, variable)),
        debug('one', jmes('m', '[0]', { matchNumber: '-1' }, variable)),
        debug('none', jmes('m', '[9]', { matchNumber: '-1' }, variable)),
        debug('broken', jmes('m', 'abs(@)', { matchNumber: '-1' }, variable)),
      ),
    ),
  },
  ...[
    '',
    ' ',
    '{',
    '{"a":1',
    '{"a":1} and more',
    '{"a":1}}',
    '<html>',
    'a',
    '"a"',
    '5 6',
    '5x',
    '[1,]',
    'null',
  ].map(
    (doc): DifferentialCase => ({
      name: `a JMESPath in ${doc}`,
      plan: planWith(
        {},
        { doc },
        group({}, debug('sample', jmes('m', '@', {}, variable), jmes('n', 'a', {}, variable))),
      ),
    }),
  ),
  {
    name: 'JMESPaths in answers, and in those within them',
    plan: ({ port }) =>
      planWith(
        {},
        {},
        group(
          {},
          ...['parent', 'children', 'all', 'variable'].map((scope) =>
            http(
              scope,
              { port, path: '/json' },
              jmes('name', 'name', {}, { 'Sample.scope': scope, 'Scope.variable': 'name' }),
              jmes('tags', 'tags', { matchNumber: '-1' }, { 'Sample.scope': scope }),
            ),
          ),
          http('empty', { port, path: '/status/204' }, jmes('name', 'name')),
          debug('unset', jmes('unset', 'name', {}, { 'Sample.scope': 'variable', 'Scope.variable': 'nope' })),
        ),
      ),
  },
];
