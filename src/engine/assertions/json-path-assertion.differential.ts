import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const asserted = (JSON_PATH: string, more: Record<string, Value> = {}): TestElement =>
  element('JSONPathAssertion', `json ${JSON_PATH}`, {
    JSON_PATH,
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

const on = (path: string, ...children: TestElement[]) => ({
  plan: ({ port }: { port: number }) =>
    planWith({}, { name: 'Ada', field: 'name' }, group({}, http('page', { port, path }, ...children))),
});
const nulls = { EXPECT_NULL: true };
const inverted = { INVERT: true };

export const cases: DifferentialCase[] = [
  {
    name: 'paths that are there and not',
    ...on(
      '/json',
      ...[
        '$.name',
        '$.nope',
        '$.nested.nope.more',
        '$.name.more',
        '$.name[0]',
        '$.nested[0]',
        '$.nested.none[0]',
        '$.nested.none',
        '$.nested.none.x',
        '$..title',
        '$..nope',
        '$.books[*].nope',
        '$.books[9]',
        '$.tags.x',
        '$.id.x',
        '$.nested.price.x',
        '$.nested.isNew.x',
        "$['name','id']",
        '$.${field}',
        '$.name[?(@.x)]',
        '$.tags[0,1]',
      ].flatMap((path) => [asserted(path), asserted(path, inverted)]),
    ),
  },
  {
    name: 'values by expression and as they are',
    ...on(
      '/json',
      ...[
        '$.name',
        '$.id',
        '$.nested',
        '$.nested.price',
        '$.nested.isNew',
        '$.nested.none',
        '$.tags',
        '$..title',
        '$.books[0]',
        '$.books[*].isbn',
        '$..nope',
      ].flatMap((path) =>
        [
          'Ada',
          '7',
          '.+',
          '12.5',
          'true',
          'null',
          '"Ada"',
          '["a","b","c"]',
          '[]',
          '${name}',
          'Two',
          '',
        ].flatMap((expected) => [
          ...(expected === '[]' ? [] : [value(path, expected)]),
          plain(path, expected),
        ]),
      ),
    ),
  },
  {
    name: 'null, and the opposite of everything',
    ...on(
      '/json',
      value('$.nested.none', '', nulls),
      value('$.name', '', nulls),
      value('$.nested', 'x', nulls),
      plain('$.tags', 'x', nulls),
      plain('$.books[*].isbn', 'x', nulls),
      value('$.name', 'Ada', inverted),
      value('$.name', 'Bob', inverted),
      value('$.nested.none', 'x', { ...nulls, ...inverted }),
      plain('$.name', 'Ada', inverted),
      plain('$.nested', '{"price":12.5,"isNew":true,"none":null}'),
      plain('$.id', '7.0'),
      plain('$.books[?(@.price > 8)].price', '[12,20]'),
    ),
  },
  {
    name: 'a page and nothing instead of JSON',
    ...on('/html', asserted('$.a'), asserted('$.a', inverted), value('$', '.*')),
  },
  { name: 'an empty answer', ...on('/empty', asserted('$.a'), asserted('$.a', inverted)) },
  {
    name: 'numbers',
    plan: ({ port }) => [
      group(
        {},
        http(
          'numbers',
          {
            port,
            path: '/echo',
            method: 'POST',
            params: [
              { name: '', value: '{"a":0.5,"b":8.0,"c":1e10,"d":-0.25,"e":0.0,"f":1.5e-5,"g":123456.789}' },
            ],
            more: { 'HTTPSampler.postBodyRaw': true },
          },
          ...['$.a', '$.b', '$.c', '$.d', '$.e', '$.f', '$.g', '$'].flatMap((path) => [
            value(path, 'x'),
            plain(path, '8.0'),
            plain(path, 'null', nulls),
          ]),
        ),
      ),
    ],
  },
];
