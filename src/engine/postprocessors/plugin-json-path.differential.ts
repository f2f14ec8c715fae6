import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const extractor = 'com.atlantbh.jmeter.plugins.jsonutils.jsonpathextractor.JSONPathExtractor';
const assertion = 'com.atlantbh.jmeter.plugins.jsonutils.jsonpathassertion.JSONPathAssertion';
const guiOf = (kind: string) => `${kind.replace(/\.(\w+)$/, '.gui.$1')}Gui`;
const extracted = (VAR: string, JSONPATH: string, more: Record<string, Value> = {}): TestElement => ({
  ...element(extractor, `extract ${JSONPATH}`, {
    VAR,
    JSONPATH,
    DEFAULT: 'none',
    VARIABLE: '',
    SUBJECT: 'BODY',
    ...more,
  }),
  guiClass: guiOf(extractor),
});
const asserted = (JSON_PATH: string, EXPECTED_VALUE = '', more: Record<string, Value> = {}): TestElement => ({
  ...element(assertion, `assert ${JSON_PATH}`, {
    JSON_PATH,
    EXPECTED_VALUE,
    JSONVALIDATION: EXPECTED_VALUE !== '',
    EXPECT_NULL: false,
    INVERT: false,
    ...more,
  }),
  guiClass: guiOf(assertion),
});

const document =
  '{"id":7,"name":"Ada ü","tags":["a","b","c"],"none":null,"list":[],"map":{},"nested":{"price":12.5,"isNew":true,"x":{"y":[1,{"z":null}]}},"numbers":[1,2.50,1e10,-0.25,123456789012,0.0001],"books":[{"title":"One","price":8},{"title":"Two \\"2\\"","price":12,"isbn":null}]}';
const served = (body: string, type = 'application/json') =>
  `/type?type=${type};charset=utf-8&hex=${Buffer.from(body).toString('hex')}`;
const on = (body: string, ...children: TestElement[]) => ({
  plan: ({ port }: { port: number }) =>
    planWith(
      {},
      { json: '{"in":["a","variable"]}', nothing: '', field: 'name' },
      group({}, http('page', { port, path: served(body) }, ...children), debug('after')),
    ),
});
const paths = [
  '$.id',
  '$.name',
  '$.${field}',
  '$.tags',
  '$.tags[*]',
  '$.tags[1]',
  '$.tags[9]',
  '$.none',
  '$.missing',
  '$.list',
  '$.list[*]',
  '$.map',
  '$.nested',
  '$.nested.price',
  '$.nested.isNew',
  '$.numbers',
  '$.numbers[*]',
  '$.numbers[2]',
  '$.books',
  '$.books[*].title',
  '$..price',
  '$..isbn',
  '$..missing',
  '$.books[?(@.price > 10)].title',
  '$.books[?(@.price > 100)].title',
  '$',
];

export const cases: DifferentialCase[] = [
  {
    name: 'JSONPathExtractor of the plugin',
    ...on(document, ...paths.map((path, index) => extracted(`p${index}`, path))),
  },
  {
    name: 'JSONPathExtractor of the plugin that finds fewer, then nothing',
    ...on(
      document,
      extracted('v', '$.numbers[*]'),
      extracted('v', '$.tags[*]'),
      extracted('v', '$.id'),
      extracted('w', '$.tags[*]'),
      extracted('w', '$.missing'),
      extracted('e', '$.missing', { DEFAULT: '' }),
    ),
  },
  {
    name: 'JSONPathExtractor of the plugin, from variables',
    ...on(
      document,
      ...['json', 'nothing', 'unset'].map((VARIABLE) =>
        extracted(VARIABLE, '$.in[*]', { SUBJECT: 'VAR', VARIABLE }),
      ),
      extracted('without', '$.id', { SUBJECT: '' }),
    ),
  },
  ...['no json', '<html/>', '[1,2', '"text"', 'null', '[]', '[1]'].map((body) => ({
    name: `JSONPathExtractor and JSONPathAssertion of the plugin with ${body}`,
    ...on(
      body,
      extracted('id', '$.id'),
      extracted('all', '$[*]'),
      asserted('$.id'),
      asserted('$[*]'),
      asserted('$', '.*'),
      asserted('$.id', '7', { INVERT: true }),
    ),
  })),
  {
    name: 'JSONPathExtractor and JSONPathAssertion of the plugin without an answer',
    plan: ({ port }) => [
      group(
        {},
        http(
          'page',
          { port, path: '/empty' },
          extracted('id', '$.id'),
          asserted('$.id'),
          asserted('$.id', '', { INVERT: true }),
        ),
        debug('after'),
      ),
    ],
  },
  {
    name: 'JSONPathAssertion of the plugin',
    ...on(
      document,
      ...paths.flatMap((path) => [
        asserted(path),
        asserted(path, '', { INVERT: true }),
        asserted(path, '7'),
        asserted(path, '.*a.*'),
        asserted(path, '\\[\\]', { JSONVALIDATION: true }),
        asserted(path, 'x', { EXPECT_NULL: true }),
        asserted(path, '.*', { INVERT: true }),
        asserted(path, '.*', { INVERT: true, EXPECT_NULL: true }),
      ]),
    ),
  },
];
