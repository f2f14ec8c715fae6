import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  http,
  planWith,
  simple,
  type TestElement,
  type Value,
  withXml,
} from '../testing/plan.ts';

const json = { path: '/type?type=application/json&hex=7b2261223a5b312c325d7d' };

const recorder = (...children: TestElement[]): TestElement =>
  withXml(
    element(
      'ProxyControl',
      'recorder',
      { 'ProxyControlGui.port': '8888', 'ProxyControlGui.regex_match': true },
      children,
    ),
    '<collectionProp name="ProxyControlGui.exclude_list"><stringProp name="1">.*</stringProp></collectionProp>',
  );

const extractor = (paths: string, numbers: string): TestElement =>
  element('JSONPostProcessor', 'numbers', {
    'JSONPostProcessor.referenceNames': paths.replaceAll('$.', 'v'),
    'JSONPostProcessor.jsonPathExprs': paths,
    'JSONPostProcessor.match_numbers': numbers,
    'JSONPostProcessor.defaultValues': paths.replaceAll('$.a', 'none').replaceAll('$.b', 'none'),
  });

const sizeCase = (size: string): DifferentialCase => ({
  name: `SizeAssertion with the size "${size}"`,
  plan: ({ port }) => [
    group(
      { loops: 2 },
      http(
        'asks',
        { port },
        element('SizeAssertion', 'size', { 'SizeAssertion.size': size, 'SizeAssertion.operator': 1 }),
      ),
      debug('after'),
    ),
  ],
});

const modeCase = (properties: Record<string, Value>): DifferentialCase => ({
  name: `ConstantThroughputTimer with ${JSON.stringify(properties)}`,
  plan: [
    group(
      { users: 2, loops: 3 },
      element('ConstantThroughputTimer', 'rate', { throughput: '600000', ...properties }),
      debug('x'),
    ),
  ],
  isConcurrent: true,
});

/** What old versions of JMeter and its windows leave in files, and does nothing in a run. */
export const cases: DifferentialCase[] = [
  {
    name: 'TestPlan: old lists of groups and paths of classes count for nothing',
    plan: planWith(
      { 'TestPlan.user_define_classpath': 'lib/nothing.jar,classes', 'TestPlan.thread_groups': '' },
      {},
      group({ loops: 2 }, debug('x')),
    ).replace(
      '<stringProp name="TestPlan.thread_groups"></stringProp>',
      '<collectionProp name="TestPlan.thread_groups"/>',
    ),
  },
  {
    name: 'RecordingController and ProxyControl are folders, also beside groups',
    plan: [
      recorder(simple('not run', debug('never'))),
      group(
        { loops: 2 },
        element('RecordingController', 'recorded', {}, [debug('in the folder')]),
        recorder(debug('in the recorder')),
        debug('after'),
      ),
    ],
  },
  {
    name: 'SwitchController: what it had of the Interleave Controller counts for nothing',
    plan: [
      group(
        { loops: 2 },
        element(
          'SwitchController',
          'one',
          { 'SwitchController.value': '1', 'InterleaveControl.style': '1' },
          [debug('zero'), debug('one')],
        ),
      ),
    ],
  },
  {
    name: 'HTTP: a sampler of the window for GraphQL sends the body that was made there',
    plan: ({ port }) => [
      group(
        {},
        {
          ...http('graph', {
            port,
            path: '/echo',
            method: 'POST',
            params: [{ name: '', value: '{"query":"{a}","variables":null}' }],
            more: {
              'HTTPSampler.postBodyRaw': true,
              'GraphQLHTTPSampler.query': '{b}',
              'GraphQLHTTPSampler.variables': '{"c":1}',
              'GraphQLHTTPSampler.operationName': 'd',
            },
          }),
          guiClass: 'GraphQLHTTPSamplerGui',
        },
      ),
    ],
  },
  {
    name: 'ResultCollector: what graphs are drawn by counts for nothing',
    plan: [
      group(
        { loops: 2 },
        debug('x'),
        element('ResultCollector', 'graph', {
          interval_grouping: '500',
          graph_aggregated: false,
          include_sample_labels: 'y',
          exclude_sample_labels: 'x',
          include_checkbox_state: true,
          exclude_checkbox_state: true,
          start_offset: '1',
          end_offset: '2',
          regexps: '',
          'RespTimeGraph.interval': '500',
          'RespTimeGraph.graphtitle': 'x',
          'ResultCollector.success_only': true,
          'ResultCollector.timestamp': true,
          filename: '',
        }),
      ),
    ],
  },
  ...['http', 'HTTP', '', 'https', '${none}', 'gopher'].map(
    (protocol): DifferentialCase => ({
      // The bodies of the last two have the stack of the JVM.
      without: ['body', 'bytes'],
      name: `HTTP: the protocol "${protocol}" by a variable, of a sampler and by default`,
      plan: ({ port, tlsPort }) =>
        planWith(
          {},
          { protocol },
          group(
            {},
            http('its own', {
              port: protocol === 'https' ? tlsPort : port,
              more: { 'HTTPSampler.protocol': '${protocol}' },
            }),
            simple(
              'with defaults',
              {
                ...element('ConfigTestElement', 'defaults', { 'HTTPSampler.protocol': '${protocol}' }),
                guiClass: 'HttpDefaultsGui',
              },
              http('by default', { port: protocol === 'https' ? tlsPort : port }),
            ),
          ),
        ),
    }),
  ),
  {
    name: 'JSON extractor: numbers with nothing behind the last semicolon',
    plan: ({ port }) => [
      group(
        {},
        http('one', { port, ...json }, extractor('$.a[*]', '2;')),
        http('one of two', { port, ...json }, extractor('$.a[*];$.b', '2;;')),
        http('all', { port, ...json }, extractor('$.a[*];', '-1;')),
        debug('after'),
      ),
    ],
  },
  ...['', 'abc', '-1', ' 5', '+5', '9'.repeat(20)].map(sizeCase),
  ...[
    { calcMode: 'calcMode.1' },
    { calcMode: 'calcMode.2', legacyMode: true },
    { calcMode: 'Nur dieser Thread' },
    { calcMode: '' },
  ].map((properties) => modeCase(properties as Record<string, Value>)),
];
