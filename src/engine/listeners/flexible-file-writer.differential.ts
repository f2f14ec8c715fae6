import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  http,
  planWith,
  type TestElement,
  transaction,
  type Value,
} from '../testing/plan.ts';

const writer = (file: string, columns: string, more: Record<string, Value> = {}): TestElement => ({
  ...element('kg.apc.jmeter.reporters.FlexibleFileWriter', `writer of ${file}`, {
    filename: `\${__P(case.folder)}/${file}`,
    columns,
    overwrite: false,
    header: '',
    footer: '',
    ...more,
  }),
  guiClass: 'kg.apc.jmeter.reporters.FlexibleFileWriterGui',
});

const dummy = (name: string, more: Record<string, Value> = {}): TestElement => ({
  ...element('kg.apc.jmeter.samplers.DummySampler', name, {
    WAITING: false,
    SUCCESFULL: true,
    RESPONSE_CODE: '200',
    RESPONSE_MESSAGE: 'OK €ä',
    REQUEST_DATA: 'sent ä€',
    RESPONSE_DATA: 'received ä€😀',
    RESPONSE_TIME: '70',
    LATENCY: '30',
    CONNECT: '10',
    URL: '',
    RESULT_CLASS: 'org.apache.jmeter.samplers.SampleResult',
    ...more,
  }),
  guiClass: 'kg.apc.jmeter.samplers.DummySamplerGui',
});

export const cases: DifferentialCase[] = [
  {
    name: 'Flexible File Writer with facts of samples',
    plan: ({ port }) =>
      planWith(
        {},
        { sep: ';' },
        writer(
          'facts.txt',
          'isSuccsessful|,|responseCode|,|responseMessage|,|isFailed|,|threadName|,|sampleLabel|,|threadsCount|,|receivedBytes|,|requestData|\\r\\n',
          { header: 'ok\\tcode\\n', footer: '-- \\\\ end ${sep}' },
        ),
        group(
          { loops: 2 },
          http('page', { port, path: '/json' }),
          http('missing', { port, path: '/status/404' }),
          transaction('both', true, debug('one ü'), dummy('two €')),
          transaction('own', false, debug('three')),
        ),
      ),
  },
  {
    name: 'Flexible File Writer with requests, responses and texts between bars',
    plan: ({ port }) =>
      planWith(
        {},
        {},
        group(
          {},
          http('page', { port, path: '/json' }),
          dummy('large', { RESPONSE_DATA: 'x'.repeat(10_300) }),
          dummy('small'),
          debug('none'),
          writer(
            'texts.txt',
            'requestData|é€||responseData||||\\t|responseHeaders|requestHeaders|\\\\t|\\n||',
          ),
        ),
      ),
  },
  {
    name: 'Flexible File Writer with times, sizes and unknown columns',
    plan: planWith(
      {},
      {},
      group(
        { loops: 2 },
        dummy('timed'),
        writer(
          'times.txt',
          'responseTime|,|latency|,|responseTimeMicros|,|latencyMicros|,|connectTime|,|sentBytes|,|receivedBytes|,|nothing|,|grpThreads|\\n',
          { overwrite: true, header: 'new\\n' },
        ),
        writer('kept.txt', 'sampleLabel|\\n', { header: 'again\\n' }),
        writer('empty.txt', ''),
      ),
    ),
    files: { 'times.txt': 'old and longer than what is written later\n'.repeat(5), 'kept.txt': 'old\n' },
  },
  {
    name: 'Flexible File Writer whose file cannot be written',
    plan: planWith({}, {}, group({}, debug('one'), writer('no/such/folder.txt', 'sampleLabel|\\n'))),
  },
];
