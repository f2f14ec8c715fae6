import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, planWith, type TestElement, withXml } from '../testing/plan.ts';
import type { SampleFacts } from '../testing/sample-facts.ts';

type Row = readonly [from: string, to: string, seconds: string];

function shaped(...rows: readonly Row[]): TestElement {
  const xml = rows.map(
    (row, at) =>
      `<collectionProp name="${at}">${row.map((cell, of) => `<stringProp name="${of}">${cell}</stringProp>`).join('')}</collectionProp>`,
  );
  return withXml(
    {
      ...element('kg.apc.jmeter.timers.VariableThroughputTimer', 'shape'),
      guiClass: 'kg.apc.jmeter.timers.VariableThroughputTimerGui',
    },
    `<collectionProp name="load_profile">${xml.join('')}</collectionProp>`,
  );
}

const many = (...children: TestElement[]) => group({ users: 3, loops: -1 }, ...children);

/** How many samples there were: a second that the machine sleeps through is lost in both engines. */
const about =
  (expected: number, label = '') =>
  (samples: readonly SampleFacts[]): string => {
    const { length } = samples.filter((sample) => sample.label.startsWith(label));
    const isRight = length > expected * 0.6 && length < expected * 1.4;
    return isRight ? `about ${expected} samples` : `${length} samples`;
  };

/** Too slow for one user to keep up. */
const slow = element('kg.apc.jmeter.samplers.DummySampler', 'x', {
  WAITING: true,
  SUCCESFULL: true,
  RESPONSE_CODE: '200',
  RESPONSE_MESSAGE: 'OK',
  REQUEST_DATA: '',
  RESPONSE_DATA: '',
  RESPONSE_TIME: '300',
  LATENCY: '0',
  CONNECT: '0',
});

/** What it says to what the timer is said to have said. */
const feedback = [
  ['0 users wait, all that was asked for', { shape_cntDelayed: '0', shape_cntSent: '10', shape_rps: '10.0' }],
  ['too few samples', { shape_cntDelayed: '0', shape_cntSent: '3', shape_rps: '10.0' }],
  ['no rate', { shape_cntDelayed: '3', shape_cntSent: '3', shape_rps: '0' }],
  ['some wait', { shape_cntDelayed: '3', shape_cntSent: '3', shape_rps: '10.0' }],
  ['many wait', { shape_cntDelayed: '90', shape_cntSent: '3', shape_rps: '10.5' }],
].map(([name, properties]): DifferentialCase => {
  const calls = [
    'shape,10',
    'shape,10,12',
    'shape,10,x,0.3',
    'shape,10,,2',
    'shape,10,100,y',
    'shape,1,100,5',
    'shape,10,100,12.5',
  ];
  return {
    name: `__tstFeedback: ${name}`,
    plan: [
      group(
        {},
        ...calls.map((call, at) =>
          debug(
            `${at}: \${__setProperty(shape_rps,${(properties as Record<string, string>).shape_rps})}\${__tstFeedback(${call})} \${__P(shape_concurrency)} \${__P(shape_rps)}`,
          ),
        ),
      ),
    ],
    properties: properties as Record<string, string>,
  };
});

export const cases: DifferentialCase[] = [
  ...feedback,
  {
    name: 'kg.apc.jmeter.timers.VariableThroughputTimer: rates that stay, grow and jump; the end of each ends its group',
    plan: planWith(
      {},
      { to: '31', s: '2' },
      many(shaped(['20', '20', '2']), debug('constant')),
      many(shaped(['1', '${to}', '${s}'], ['40.0', '40', '1']), debug('grows')),
      many(shaped(['10', '10', '1']), debug('tells ${__P(shape_totalDuration,x)}')),
    ),
    summarize: (samples) => [
      about(60, 'constant')(samples),
      about(87, 'grows')(samples),
      about(20, 'tells')(samples),
    ],
  },
  {
    name: 'kg.apc.jmeter.timers.VariableThroughputTimer: a row of no time sets no limit, nonsense counts as nothing',
    plan: [group({ users: 1, loops: 40 }, shaped(['1', '1', '0'], ['x', '2', 'y']), debug('x'))],
    summarize: (samples) => [samples.length],
  },
  {
    name: 'kg.apc.jmeter.timers.VariableThroughputTimer: without rows it ends the group at once',
    plan: [many(shaped(), debug('x')), group({ name: 'other' }, debug('y'))],
    summarize: (samples) => samples.map(({ label }) => label),
  },
  {
    name: 'kg.apc.jmeter.timers.VariableThroughputTimer: a property in place of the rows',
    plan: [many(shaped(['1', '1', '20']), debug('x'))],
    properties: { load_profile: 'const(20,1) line(10, 30, 1s) nonsense(1) STEP(30,20,10,1s)' },
    summarize: (samples) => [about(100)(samples)],
  },
  {
    name: 'kg.apc.jmeter.timers.VariableThroughputTimer: what it tells in properties',
    plan: [
      group(
        { loops: 1 },
        shaped(['10', '30', '2'], ['7.5', '7.5', '1']),
        debug('${__P(shape_totalDuration)} ${__P(shape_rps)} ${__P(shape_cntSent)} ${__P(shape_cntDelayed)}'),
      ),
    ],
  },
  {
    name: 'kg.apc.jmeter.timers.VariableThroughputTimer: two groups share the rate, each is ended',
    plan: [
      shaped(['20', '20', '2']),
      many(debug('x')),
      group({ name: 'other', users: 3, loops: -1 }, debug('y')),
    ],
    summarize: (samples) => [about(60)(samples)],
  },
  {
    name: '__tstFeedback: as many users as a kg.apc.jmeter.timers.VariableThroughputTimer needs',
    plan: [
      withXml(
        element(
          'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup',
          'many',
          {
            'ThreadGroup.on_sample_error': 'continue',
            TargetLevel: '${__tstFeedback(shape,1,6,2)}',
            ...{ RampUp: '', Steps: '', Hold: '20', Unit: 'S', Iterations: '', LogFilename: '' },
          },
          [shaped(['10', '10', '4']), slow],
        ),
        '<elementProp name="ThreadGroup.main_controller" elementType="com.blazemeter.jmeter.control.VirtualUserController"/>',
      ),
    ],
    summarize: (samples) => [
      `at least ${Math.min(samples.length, 20)} samples`,
      `of ${new Set(samples.map(({ thread }) => thread)).size > 2 ? 'several' : 'few'} users`,
    ],
  },
];
