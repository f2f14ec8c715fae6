import { hostname } from 'node:os';
import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  http,
  loop,
  planWith,
  simple,
  strings,
  type TestElement,
  transaction,
  type Value,
  withXml,
} from '../testing/plan.ts';

/** Names of settings that are on; all others are off, as in a file that names them all. */
function collector(more: Record<string, Value>, on?: string[], kind = 'ResultCollector'): TestElement {
  const each = {
    ...element(kind, 'results', { 'ResultCollector.error_logging': false, ...more }),
    guiClass: 'SimpleDataWriter',
  };
  const settings = ['label', 'code', 'success', 'fieldNames', 'xml', 'responseDataOnError', ...xmlSettings]
    .map((name) => `<${name}>${on?.includes(name) ?? false}</${name}>`)
    .join('');
  return on
    ? withXml(
        each,
        `<objProp><name>saveConfig</name><value class="SampleSaveConfiguration">${settings}</value></objProp>`,
      )
    : each;
}

const columns = [
  'message',
  'threadName',
  'dataType',
  'saveAssertionResultsFailureMessage',
  'bytes',
  'sentBytes',
  'threadCounts',
  'url',
  'fileName',
  'sampleCount',
];
const xmlSettings = [
  ...columns,
  'time',
  'latency',
  'connectTime',
  'timestamp',
  'idleTime',
  'encoding',
  'assertions',
  'subresults',
  'responseData',
  'samplerData',
  'responseHeaders',
  'requestHeaders',
  'hostname',
];

const javaTest = withXml(
  element('JavaSampler', 'java', { classname: 'org.apache.jmeter.protocol.java.test.JavaTest' }),
  '<elementProp name="arguments" elementType="Arguments"><collectionProp name="Arguments.arguments"/></elementProp>',
);

/** Times differ, and so do ports of answers that name them. */
const steady = (text: string) =>
  text
    .replaceAll(/ (t|lt|ct|ts|it)="\d+"/g, ' $1="0"')
    .replaceAll(/date: [^\n"\\]+/gi, 'date')
    .replaceAll(hostname(), '(this machine)');
const basic = ['label', 'code', 'success', 'fieldNames'];

export const cases: DifferentialCase[] = [
  {
    name: 'ResultCollector without a file, Summariser and CorrectedResultCollector do nothing',
    plan: [
      collector({ filename: '' }, basic),
      collector({ filename: '' }),
      collector(
        { filename: '', interval_grouping: 500 },
        basic,
        'kg.apc.jmeter.vizualizers.CorrectedResultCollector',
      ),
      element('Summariser', 'summary'),
      group({}, debug('a', collector({}))),
    ],
  },
  {
    name: 'jp@gc graphs and the composite graph save a file, PerfMon none',
    plan: ({ port }) => [
      group(
        {},
        debug('a'),
        http('get', { port, path: '/status/404' }),
        ...['Corrected', 'Composite'].flatMap((kind) => [
          collector(
            { filename: `~/${kind}.csv`, prefix_label: 'x' },
            [...basic, 'threadName'],
            `kg.apc.jmeter.vizualizers.${kind}ResultCollector`,
          ),
          collector(
            { filename: `~/${kind}.xml` },
            [...basic, 'xml'],
            `kg.apc.jmeter.vizualizers.${kind}ResultCollector`,
          ),
        ]),
        collector({ filename: '' }, basic, 'kg.apc.jmeter.perfmon.PerfMonCollector'),
      ),
    ],
    normalize: steady,
  },
  {
    name: 'settings without a name are not those of what is saved',
    plan: ({ port }) => [
      group(
        {},
        debug('a'),
        http('get', { port, path: '/status/404' }),
        withXml(
          collector({ filename: '~/nameless.csv', useGroupName: true }),
          '<objProp><name></name><value class="SampleSaveConfiguration"><label>true</label><xml>true</xml></value></objProp>',
        ),
      ),
    ],
    normalize: (text) => text.replaceAll(/\d{13},\d+,|,\d+,\d+,\d+(?=\\n|\n|"|$)/g, '(times)'),
  },
  {
    name: 'a file with the columns that were chosen',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        debug('quoted "label", and more'),
        http('get', { port, path: '/status/404' }),
        transaction('T', true, debug('a'), http('page', { port, path: '/html' })),
        transaction('U', false, debug('b')),
        collector({ filename: '~/all.csv' }, [...basic, ...columns]),
        collector({ filename: '~/few.csv' }, ['label', 'threadName', 'success']),
        collector({ filename: '~/sub.csv' }, [...basic, 'subresults']),
        collector({ filename: '~/none.csv' }, ['fieldNames']),
      ),
    ],
  },
  {
    name: "the charset of a made-up answer is nobody's",
    plan: [
      group(
        {},
        ...['', 'grün'].map((text) =>
          element('kg.apc.jmeter.samplers.DummySampler', `dummy ${text}`, { RESPONSE_DATA: text }),
        ),
        debug('a'),
        collector({ filename: '~/all.xml' }, [...basic, 'xml', 'encoding', 'dataType']),
        collector({ filename: '~/all.csv' }, [...basic, 'encoding', 'dataType']),
      ),
    ],
  },
  {
    name: 'a message without words of an assertion that passed is written to XML',
    plan: ({ port }) => [
      group(
        {},
        element('JSONPathAssertion', 'Json', { JSON_PATH: '$.nope', INVERT: true }),
        element('DurationAssertion', 'Duration', { 'DurationAssertion.duration': '60000' }),
        http('json', { port, path: '/json' }),
        collector({ filename: '~/all.xml' }, [...basic, 'xml', 'assertions']),
      ),
    ],
  },
  {
    name: 'files that nobody writes to are there all the same',
    plan: [
      element('TestFragmentController', 'Unused', {}, [
        debug('never', collector({ filename: '~/sampler.csv' }, basic)),
        collector({ filename: '~/fragment.csv' }, basic),
      ]),
      {
        ...element('TestFragmentController', 'Off', {}, [collector({ filename: '~/off.csv' }, basic)]),
        isEnabled: false,
      },
      group({}, debug('a'), simple('S', collector({ filename: '~/simple.csv' }, basic))),
    ],
  },
  {
    name: 'a message without words of an assertion that passed hides the others',
    plan: ({ port }) => {
      const wrong = withXml(
        element('ResponseAssertion', 'wrong', {
          'Assertion.test_field': 'Assertion.response_code',
          'Assertion.test_type': 8,
        }),
        strings('Asserion.test_strings', ['999']),
      );
      const fast = element('DurationAssertion', 'fast', { 'DurationAssertion.duration': '100000' });
      const json = {
        ...{ JSON_PATH: '$.id', JSONVALIDATION: false, ISREGEX: false, INVERT: false, EXPECT_NULL: false },
      };
      return [
        group(
          {},
          http('json', { port, path: '/json' }, element('JSONPathAssertion', 'json', json), wrong),
          http(
            'html',
            { port, path: '/html' },
            element('XPathAssertion', 'xml', { 'XPath.xpath': '//p' }),
            wrong,
          ),
          http(
            'wrong first',
            { port, path: '/html' },
            wrong,
            element('XPathAssertion', 'xml', { 'XPath.xpath': '//p' }),
          ),
          http('none', { port, path: '/html' }, fast, wrong),
          collector({ filename: '~/all.csv' }, [...basic, 'saveAssertionResultsFailureMessage']),
        ),
      ];
    },
  },
  {
    name: 'only errors, only successes, neither and both',
    plan: ({ port }) => [
      group(
        {},
        debug('good'),
        http('bad', { port, path: '/status/500' }),
        collector({ filename: '~/errors.csv', 'ResultCollector.error_logging': true }, basic),
        collector({ filename: '~/good.csv', 'ResultCollector.success_only_logging': true }, basic),
        collector(
          {
            filename: '~/both.csv',
            'ResultCollector.error_logging': true,
            'ResultCollector.success_only_logging': true,
          },
          basic,
        ),
      ),
    ],
  },
  {
    name: 'two of them with one file, a file that is there already, and names made of variables',
    plan: planWith(
      {},
      { name: 'out' },
      collector({ filename: '~/${name}.csv' }, basic),
      group(
        { loops: 2 },
        debug('a'),
        simple('S', collector({ filename: '~/${name}.csv' }, [...basic, 'threadName']), debug('b')),
        collector({ filename: '~/${__P(file)}' }, basic),
      ),
    ),
    properties: { file: 'old.csv' },
    files: { 'old.csv': 'here before\n' },
  },
  {
    name: 'XML with everything in it',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        debug('quoted "label" & <more>\'s\ttab'),
        http('get', { port, path: '/status/404?a=1' }),
        http('post', { port, path: '/echo', method: 'POST', params: [{ name: 'a', value: 'b&c' }] }),
        http('redirected', { port, path: '/redirect/302?to=/html' }),
        transaction(
          'T',
          true,
          debug('a'),
          http(
            'page',
            { port, path: '/html' },
            withXml(
              element('ResponseAssertion', 'never', {
                'Assertion.test_field': 'Assertion.response_data',
                'Assertion.test_type': 2,
              }),
              strings('Asserion.test_strings', ['nowhere']),
            ),
            withXml(
              element('ResponseAssertion', 'always', {
                'Assertion.test_field': 'Assertion.response_code',
                'Assertion.test_type': 2,
              }),
              strings('Asserion.test_strings', ['200']),
            ),
          ),
        ),
        transaction('U', false, debug('b')),
        javaTest,
        collector({ filename: '~/all.xml' }, [...basic, 'xml', ...xmlSettings]),
        collector({ filename: '~/errors.xml' }, [...basic, 'xml', 'responseDataOnError', 'url']),
        collector({ filename: '~/few.xml' }, ['xml', 'label']),
        collector({ filename: '~/none.xml' }, ['xml']),
      ),
    ],
    normalize: steady,
  },
  {
    name: 'XML that is there already, with and without its end, and together with CSV in one file',
    plan: ({ port }) => [
      group(
        {},
        debug('a'),
        http('bad', { port, path: '/status/500' }),
        collector({ filename: '~/old.xml' }, ['xml', 'label']),
        collector({ filename: '~/broken.xml' }, ['xml', 'label']),
        collector({ filename: '~/short.xml' }, ['xml', 'label']),
        collector({ filename: '~/both.xml', 'ResultCollector.error_logging': true }, ['xml', 'label']),
        collector({ filename: '~/both.xml', 'ResultCollector.success_only_logging': true }, basic),
      ),
    ],
    files: {
      'old.xml':
        '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n<sample lb="before"/>\n\n</testResults>\n',
      'broken.xml':
        '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n<sample lb="before"/>\n',
      'short.xml': '<a/>\n',
    },
    normalize: steady,
  },
  {
    name: 'columns for the encoding and the host',
    plan: ({ port }) => [
      group(
        {},
        debug('a'),
        http('page', { port, path: '/html' }),
        http('other', { port, path: '/status/404' }),
        collector({ filename: '~/columns.csv' }, [...basic, 'encoding', 'hostname', 'sampleCount']),
      ),
    ],
    normalize: steady,
  },
  {
    name: 'listeners with one file under several names: each result once for each name',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        debug('a'),
        http('page', { port, path: '/html' }),
        collector({ filename: '~/same.csv' }, basic),
        collector({ filename: '~/./same.csv' }, basic),
        collector({ filename: '${__P(case.folder)}/same.csv' }, basic),
        collector({ filename: '~/same.csv' }, basic),
      ),
    ],
    normalize: steady,
  },
  {
    name: 'files that cannot be written are done without: a folder, and one in what is no folder',
    plan: ({ port }) => [
      group(
        {},
        debug('a'),
        http('page', { port, path: '/html' }),
        collector({ filename: '${__P(case.folder)}' }, basic),
        collector({ filename: '~/' }, ['xml', 'label']),
        collector({ filename: '~/plain/inside.csv' }, basic),
        collector({ filename: '~/plain/inside.xml' }, ['xml', 'label']),
        collector({ filename: '~/good.csv' }, basic),
      ),
    ],
    files: { plain: 'a file' },
    normalize: steady,
  },
  {
    name: 'a file that is full is done without, at its first results and at its last',
    plan: ({ port }) => [
      group(
        {},
        loop('many', 600, debug('a')),
        http('page', { port, path: '/html' }),
        collector({ filename: '/dev/full' }, [...basic, 'samplerData', 'responseData', 'xml']),
        collector({ filename: '~/good.csv' }, basic),
      ),
    ],
    normalize: steady,
  },
];
