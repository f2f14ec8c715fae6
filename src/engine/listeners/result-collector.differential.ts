import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  http,
  planWith,
  simple,
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
  const settings = ['label', 'code', 'success', 'fieldNames', 'subresults', 'xml', ...columns]
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
];
