import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  http,
  loop,
  planWith,
  type TestElement,
  transaction,
  type Value,
  withXml,
} from '../testing/plan.ts';

/** As JMeter writes it when every box is empty. */
const saver = (filename: string, more: Record<string, Value> = {}) =>
  element('ResultSaver', 'saver', {
    'FileSaver.filename': filename,
    'FileSaver.errorsonly': false,
    'FileSaver.skipautonumber': false,
    'FileSaver.skipsuffix': false,
    'FileSaver.successonly': false,
    ...more,
  });

/** What comes before sees no name of a file yet. */
const collector = (filename: string, isXml: boolean): TestElement =>
  withXml(
    { ...element('ResultCollector', filename, { filename }), guiClass: 'SimpleDataWriter' },
    `<objProp><name>saveConfig</name><value class="SampleSaveConfiguration"><label>true</label><xml>${isXml}</xml><fileName>true</fileName><fieldNames>true</fieldNames><subresults>true</subresults></value></objProp>`,
  );

const ofTransactions: Record<string, Value>[] = [
  {},
  { 'FileSaver.ignoreTC': true },
  { 'FileSaver.ignoreTC': false },
];

const typed = (port: number, type: string, hex = '6f6b') =>
  http(`type ${type}`, { port, path: `/type?type=${encodeURIComponent(type)}&hex=${hex}` });

export const cases: DifferentialCase[] = [
  {
    name: 'ResultSaver is not led to other folders by a type',
    plan: ({ port }) => [
      group(
        {},
        typed(port, 'text/../../up'),
        typed(port, 'text/a/../../up'),
        typed(port, 'text/./dot'),
        typed(port, 'text/..'),
        saver('~/saved/deep/response-'),
        saver('~/saved/bare/', { 'FileSaver.skipautonumber': true }),
      ),
    ],
  },
  {
    name: 'ResultSaver numbers its files and ends their names with the type',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        http('page', { port, path: '/html' }),
        http('json', { port, path: '/json' }),
        http('nothing', { port, path: '/empty' }),
        typed(port, ''),
        typed(port, 'image/png', '89504e470d0a1a0aff00'),
        typed(port, 'text/plain;charset=ISO-8859-1', 'e4f6fc'),
        typed(port, 'plain'),
        typed(port, 'text/a/b;c=d/e'),
        http('zipped', { port, path: '/encoded/gzip' }),
        debug('debug'),
        collector('~/before.csv', false),
        saver('~/saved/response-', { 'FileSaver.variablename': 'file' }),
        collector('~/after.csv', false),
        collector('~/after.xml', true),
        debug('shown'),
      ),
    ],
    normalize: (text) => text.replaceAll(/date: [^\n"\\]+/gi, 'date'),
  },
  {
    name: 'ResultSaver saves nothing of what comes after a type that it can make no suffix of',
    plan: ({ port }) => [
      group(
        {},
        http('odd', { port, path: `/redirect/302?to=${encodeURIComponent('/type?type=a%3Bb/c&hex=6f6b')}` }),
        http('whole', { port }),
        saver('~/x'),
      ),
    ],
  },
  {
    name: 'ResultSaver for errors only, for successes only, and for both, which is none',
    plan: ({ port }) => [
      group(
        {},
        http('good', { port }),
        http('bad', { port, path: '/status/500' }),
        http('good again', { port, path: '/html' }),
        saver('~/error', { 'FileSaver.errorsonly': true }),
        saver('~/success', { 'FileSaver.successonly': true }),
        saver('~/none', { 'FileSaver.errorsonly': true, 'FileSaver.successonly': true }),
      ),
    ],
  },
  {
    name: 'ResultSaver without number and suffix writes over what it wrote, by names made for each file',
    plan: ({ port }) =>
      planWith(
        {},
        { name: 'two words', n: '4' },
        group(
          { loops: 3 },
          element('CounterConfig', 'Count', {
            'CounterConfig.start': 1,
            'CounterConfig.incr': 1,
            'CounterConfig.name': 'i',
          }),
          http('one ${i}', { port, path: '/echo?i=${i}' }),
          saver('~/${name}', { 'FileSaver.skipautonumber': true, 'FileSaver.skipsuffix': true }),
          saver('~/${i}', { 'FileSaver.skipautonumber': true }),
          saver('~/counted ${__counter(FALSE,)} ', { 'FileSaver.skipsuffix': true }),
          saver('${__P(case.folder)}//there/', { 'FileSaver.variablename': 'at ${i}' }),
          saver('~//a//b/', { 'FileSaver.variablename': 'b', 'FileSaver.numberPadLen': '${n}' }),
        ),
      ),
  },
  {
    name: 'ResultSaver pads numbers, also with what is no number',
    plan: [
      group(
        {},
        loop('L', 11, debug('a')),
        ...['3', '', 'x', '-1', '0', '1'].map((length, index) =>
          saver(`~/${index}_`, { 'FileSaver.numberPadLen': length }),
        ),
      ),
    ],
  },
  {
    name: 'ResultSaver puts the minute of the start before the number',
    plan: [
      group(
        {},
        debug('a'),
        saver('~/x', { 'FileSaver.addTimstamp': true, 'FileSaver.variablename': 'f' }),
        saver('~/y', { 'FileSaver.addTimstamp': true, 'FileSaver.skipautonumber': true }),
        saver('~/z', { 'FileSaver.addTimstamp': false }),
        debug('b'),
      ),
    ],
    normalize: (text) => text.replaceAll(/\d{8}-\d{4}_/g, '(minute)_'),
  },
  {
    name: 'ResultSaver with transactions and parts of samples, whose places count also where they are left out',
    plan: ({ port }) => [
      group(
        {},
        ...ofTransactions.map((more, index) =>
          saver(`~/${index}/`, { 'FileSaver.variablename': `file${index}_`, ...more }),
        ),
        saver('~/errors/', { 'FileSaver.variablename': 'bad', 'FileSaver.errorsonly': true }),
        transaction(
          'parent',
          true,
          http('moved', { port, path: '/redirect/302?to=/html' }),
          http('bad', { port, path: '/status/404' }),
          saver('~/within/', { 'FileSaver.variablename': 'within' }),
        ),
        debug('after the first'),
        transaction('apart', false, http('json', { port, path: '/json' }), debug('debug')),
        debug('after the second'),
        http(
          'with a part',
          { port },
          element('DebugPostProcessor', 'part', {
            displayJMeterProperties: false,
            displayJMeterVariables: false,
            displaySamplerProperties: false,
            displaySystemProperties: false,
          }),
        ),
        debug('after the third'),
      ),
    ],
  },
  {
    name: 'ResultSaver where no folder or file can be made only logs so',
    files: { taken: 'a file' },
    plan: ({ port }) => [
      group(
        {},
        http('moved', { port, path: '/redirect/302?to=/html' }),
        saver('~/taken/x', { 'FileSaver.variablename': 'file' }),
        saver('~/taken/deeper/x', { 'FileSaver.variablename': 'folder' }),
        debug('next'),
      ),
    ],
  },
  {
    name: 'ResultSaver counts for all groups together, and what it wrote can be read by the next step',
    plan: ({ port }) =>
      planWith(
        { 'TestPlan.serialize_threadgroups': true },
        {},
        saver('~/all', { 'FileSaver.variablename': 'last' }),
        group({ name: 'first' }, http('a', { port, path: '/json' })),
        group(
          { name: 'second' },
          http('b', { port, path: '/echo/b' }),
          debug('reads ${__FileToString(${last})}'),
        ),
      ),
  },
];
