import type { DifferentialCase } from '../../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  http,
  planWith,
  strings,
  type TestElement,
  transaction,
  withXml,
} from '../../testing/plan.ts';

const home = 'org.apache.jmeter.visualizers.backend';

function backend(
  kind: string,
  parameters: Record<string, string>,
  name = 'Backend',
  more: Record<string, string> = {},
): TestElement {
  const items = Object.entries(parameters).map(
    ([key, value]) =>
      `<elementProp name="${key}" elementType="Argument"><stringProp name="Argument.name">${key}</stringProp><stringProp name="Argument.value">${value.replaceAll('&', '&amp;')}</stringProp><stringProp name="Argument.metadata">=</stringProp></elementProp>`,
  );
  return withXml(
    element('BackendListener', name, { classname: `${home}.${kind}`, ...more }),
    `<elementProp name="arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">${items.join('')}</collectionProp></elementProp>`,
  );
}

const influxdb = (address: string, more: Record<string, string> = {}): Record<string, string> => ({
  influxdbMetricsSender: `${home}.influxdb.HttpMetricsSender`,
  influxdbUrl: address,
  application: 'my app',
  measurement: 'jmeter',
  summaryOnly: 'false',
  samplersRegex: '.*',
  percentiles: '99;95.5;90',
  testTitle: 'A "test"',
  eventTags: '',
  ...more,
});

const work = (port: number): TestElement[] => [
  debug('good'),
  debug('with, comma=and space'),
  http('bad', { port, path: '/status/500' }),
  http(
    'failed',
    { port, path: '/html' },
    withXml(
      element('ResponseAssertion', 'never', {
        'Assertion.test_field': 'Assertion.response_data',
        'Assertion.test_type': 2,
      }),
      strings('Asserion.test_strings', ['no where']),
    ),
  ),
  transaction('T.x y', true, debug('a'), http('page', { port, path: '/html' })),
  transaction('U', false, debug('b')),
];

/** 230 samples that took different times, as they say. */
const said = (): TestElement =>
  element('kg.apc.jmeter.samplers.DummySampler', 'said', {
    WAITING: false,
    SUCCESFULL: '${__jexl3(${__counter(TRUE)} % 3 != 0)}',
    RESPONSE_CODE: '200',
    RESPONSE_MESSAGE: 'OK',
    REQUEST_DATA: '',
    RESPONSE_DATA: '',
    RESPONSE_TIME: '${__jexl3(${__counter(TRUE)} * 37 % 101 * 7)}',
    LATENCY: '0',
    CONNECT: '0',
    URL: '',
    RESULT_CLASS: 'org.apache.jmeter.samplers.SampleResult',
  });

/** Only sums are the same each time, not what was sent when; how long things took is not either. */
function sums(
  texts: readonly string[],
  parse: (line: string) => [key: string, name: string, value: string][],
  areTimesKnown = false,
) {
  const found = new Map<string, number>();
  for (const line of texts.join('').split('\n')) {
    for (const [key, name, value] of line === '' ? [] : parse(line)) {
      const id = `${key} ${name}`;
      const before = found.get(id) ?? 0;
      if (/^(?:count|countError|hit|sb|rb)$/.test(name)) {
        found.set(id, before + Number(value));
      } else if (areTimesKnown && !/AT$/.test(name)) {
        found.set(id, Number(value));
      } else {
        // When nothing has changed since it last sent, JMeter tells of no users.
        found.set(id, /^(?:startedT|endedT)$/.test(name) ? Number(value) || before : 0);
      }
    }
  }
  return [...found].map(([id, value]) => `${id}=${value}`).toSorted();
}

/** `measurement,tags field=1,field=2 time`, where blanks and commas in tags are escaped. */
function influxdbLine(line: string): [string, string, string][] {
  const [, key = '', fields = ''] = /^((?:\\.|[^ ])*) (.*) \d+000000$/.exec(line) ?? [];
  if (fields.startsWith('text=')) {
    return [[key, fields, '']];
  }
  return fields
    .split(',')
    .map((field) => [key, field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)]);
}

const overHttp: Pick<DifferentialCase, 'summarizeRequests'> = {
  summarizeRequests: (requests) => {
    const posts = requests.filter(({ method }) => method === 'POST');
    const shown = posts.map(({ url, headers }) =>
      [url, ...headers]
        .join('|')
        .replace(/Content-Length\|\d+\|/, '')
        .replace(/Host\|[^|]*\|/, ''),
    );
    return [
      // Of several senders none waits for the others.
      ...[...new Set(shown)].toSorted(),
      ...sums(
        posts.map(({ body }) => body),
        influxdbLine,
      ),
    ];
  },
};

export const cases: DifferentialCase[] = [
  {
    name: 'BackendListener to InfluxDB over HTTP, with a token and tags',
    plan: ({ port }) =>
      planWith(
        {},
        { address: `http://127.0.0.1:${port}/write?db=jmeter` },
        backend(
          'influxdb.InfluxdbBackendListenerClient',
          influxdb('${address}', { influxdbToken: 'secret', TAG_stage: 'a b', TAG_: '', eventTags: 'x,y' }),
          'Backend',
          { QUEUE_SIZE: '100' },
        ),
        group({ users: 2, loops: 3 }, ...work(port)),
      ),
    isConcurrent: true,
    ...overHttp,
  },
  {
    name: 'BackendListener to InfluxDB: the sum alone, some labels, others, and a sampler called all',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        ...work(port),
        debug('all'),
        backend(
          'influxdb.InfluxdbBackendListenerClient',
          influxdb(`http://127.0.0.1:${port}/sum`, { summaryOnly: 'true' }),
          'sum',
        ),
        backend(
          'influxdb.InfluxdbBackendListenerClient',
          influxdb(`http://127.0.0.1:${port}/some`, {
            samplersRegex: '^(good|T.*)$',
            percentiles: '',
            measurement: 'm x',
          }),
          'some',
        ),
        backend(
          'influxdb.InfluxdbBackendListenerClient',
          influxdb(`http://127.0.0.1:${port}/shared`),
          'shared',
        ),
        backend(
          'influxdb.InfluxdbBackendListenerClient',
          influxdb(`http://127.0.0.1:${port}/not-this`),
          'shared',
        ),
      ),
    ],
    ...overHttp,
  },
  {
    name: 'BackendListener to InfluxDB by UDP',
    plan: ({ port, sinks }) => [
      backend(
        'influxdb.InfluxdbBackendListenerClient',
        influxdb(`127.0.0.1:${sinks.udpPort}`, {
          influxdbMetricsSender: `${home}.influxdb.UdpMetricsSender`,
        }),
      ),
      group({ loops: 2 }, ...work(port)),
    ],
    summarizeRequests: (_, sent) => sums(sent, influxdbLine),
  },
  {
    name: 'BackendListener to InfluxDB, raw',
    plan: ({ port }) => [
      backend('influxdb.InfluxDBRawBackendListenerClient', {
        influxdbMetricsSender: `${home}.influxdb.HttpMetricsSender`,
        influxdbUrl: `http://127.0.0.1:${port}/raw`,
        influxdbToken: '',
        measurement: 'raw',
      }),
      group({ loops: 2 }, debug(' "quoted" '), ...work(port)),
    ],
    summarizeRequests: (requests) =>
      requests
        .filter(({ url }) => url === '/raw')
        .flatMap(({ body }) => body.trim().split('\n'))
        .map((line) => line.replace(/=\d+,ttfb=\d+,connectTime=\d+ \d+$/, ''))
        .toSorted(),
  },
  {
    name: 'BackendListener: averages and percentiles of the last hundred',
    plan: ({ sinks }) => [
      backend(
        'influxdb.InfluxdbBackendListenerClient',
        influxdb(`127.0.0.1:${sinks.udpPort}`, {
          influxdbMetricsSender: `${home}.influxdb.UdpMetricsSender`,
          percentiles: '99;95.5;90;50;100;1;0.3',
        }),
      ),
      group({ loops: 230 }, said()),
    ],
    summarizeRequests: (_, sent) => sums(sent, influxdbLine, true),
  },
  {
    name: 'BackendListener: ports that cannot be lose what is sent and nothing else',
    plan: ({ port }) => [
      backend('influxdb.InfluxdbBackendListenerClient', influxdb('http://127.0.0.1:99999/write'), 'I'),
      backend('influxdb.InfluxDBRawBackendListenerClient', influxdb('ftp://127.0.0.1/raw'), 'R'),
      group({ loops: 2 }, ...work(port)),
    ],
  },
];
