import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, type TestElement, type Value, variables } from '../testing/plan.ts';

const known = () => variables({ a_1: 'one', a_2: 'two', a: 'three' });

/** One that says nothing, where its window is not called after its class. */
const bare = (kind: string, guiClass = 'TestBeanGUI', children: TestElement[] = []): TestElement => ({
  ...element(kind, kind, {}, children),
  guiClass,
});

const controllers = [
  'CriticalSectionController',
  'ForeachController',
  'LoopController',
  'GenericController',
  'IfController',
  'InterleaveControl',
  'OnceOnlyController',
  'RandomController',
  'RandomOrderController',
  'RecordingController',
  'RunTime',
  'SwitchController',
  'ThroughputController',
  'TransactionController',
];

const besideSampler = [
  'ConstantTimer',
  'CounterConfig',
  'CookieManager',
  'AuthManager',
  'HeaderManager',
  'GaussianRandomTimer',
  'UniformRandomTimer',
  'PoissonRandomTimer',
  'ResultAction',
  'ResultCollector',
  'Summariser',
  'DurationAssertion',
  'MD5HexAssertion',
  'ResponseAssertion',
  'XPathAssertion',
  'XMLAssertion',
  'SizeAssertion',
  'RegexExtractor',
];
const beans = ['DebugPostProcessor', 'RandomVariableConfig', 'SyncTimer', 'CacheManager'];

/** Elements that were written by hand or by other programs leave out what JMeter's windows always write. */
export const cases: DifferentialCase[] = [
  ...controllers.map(
    (kind): DifferentialCase => ({
      name: `${kind} without properties`,
      plan: [known(), group({ loops: 2 }, bare(kind, `${kind}Gui`, [debug('in it')]), debug('after it'))],
    }),
  ),
  ...[...besideSampler, ...beans].map(
    (kind): DifferentialCase => ({
      name: `${kind} without properties`,
      plan: ({ port }) => [
        known(),
        group(
          { loops: 2 },
          bare(kind, beans.includes(kind) ? 'TestBeanGUI' : `${kind}Gui`),
          http('asks', { port, path: '/cookies' }),
          debug('shows'),
        ),
      ],
    }),
  ),
  {
    name: 'DebugSampler and TestAction without properties',
    plan: [
      known(),
      group({ loops: 2 }, bare('DebugSampler'), bare('TestAction', 'TestActionGui'), debug('after')),
    ],
    // What is shown has times in it.
    summarize: (samples) => samples.map(({ label, body }) => [label, body.slice(0, 15)]),
  },
  ...(
    [
      { variableNames: 'x,y' },
      { variableNames: 'x,y', delimiter: ',', fileEncoding: 'UTF-8', recycle: true, stopThread: false },
      { variableNames: 'x,y', delimiter: ',', fileEncoding: '', ignoreFirstLine: false, quotedData: false },
      { delimiter: ';', recycle: false, stopThread: true, shareMode: 'shareMode.thread' },
    ] as Record<string, Value>[]
  ).map(
    (some): DifferentialCase => ({
      name: `CSVDataSet with ${Object.keys(some).join(', ')} and a file`,
      plan: [
        group(
          { loops: 4 },
          element('CSVDataSet', 'data', { filename: 'data.csv', ...some }),
          debug('${x} ${y}'),
        ),
      ],
      files: { 'data.csv': '1,2\n3,4\n' },
    }),
  ),
  ...Object.entries<Record<string, Value>>({
    BoundaryExtractor: { 'BoundaryExtractor.refname': 'v', 'BoundaryExtractor.match_number': '1' },
    HtmlExtractor: { 'HtmlExtractor.expr': 'a' },
    JSONPathAssertion: { JSON_PATH: '$.a' },
    JSONPostProcessor: {
      'JSONPostProcessor.referenceNames': 'v',
      'JSONPostProcessor.jsonPathExprs': '$.a',
      'JSONPostProcessor.defaultValues': 'none',
    },
    XPathExtractor: { 'XPathExtractor.xpathQuery': '/a' },
  }).map(
    ([kind, needed]): DifferentialCase => ({
      name: `${kind} with nothing but what it needs`,
      plan: ({ port }) => [
        group(
          { loops: 2 },
          http('asks', { port, path: '/echo' }, element(kind, kind, needed)),
          debug('after'),
        ),
      ],
    }),
  ),
  {
    name: 'HTTPSamplerProxy with a host and a port alone',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        {
          ...element('HTTPSamplerProxy', 'asks', {
            'HTTPSampler.domain': '127.0.0.1',
            'HTTPSampler.port': port,
          }),
          guiClass: 'HttpTestSampleGui',
        },
        {
          ...element('HTTPSamplerProxy', 'is led on', {
            'HTTPSampler.domain': '127.0.0.1',
            'HTTPSampler.port': port,
            'HTTPSampler.path': '/redirect/302',
          }),
          guiClass: 'HttpTestSampleGui',
        },
      ),
    ],
  },
];
