import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  http,
  planWith,
  type TestElement,
  type Value,
  withXml,
} from '../testing/plan.ts';
import type { SampleFacts } from '../testing/sample-facts.ts';

const controller =
  '<elementProp name="ThreadGroup.main_controller" elementType="com.blazemeter.jmeter.control.VirtualUserController"/>';

const arrivals = (more: Record<string, Value>, ...children: TestElement[]) =>
  withXml(
    element(
      'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup',
      'many',
      {
        'ThreadGroup.on_sample_error': 'continue',
        ...{ TargetLevel: '2', RampUp: '', Steps: '', Hold: '2', Unit: 'S' },
        ...{ Iterations: '', LogFilename: '', ConcurrencyLimit: '' },
        ...more,
      },
      children,
    ),
    controller,
  );

function freeForm(
  rows: readonly (readonly string[])[],
  more: Record<string, Value>,
  ...children: TestElement[]
): TestElement {
  const xml = rows.map(
    (row, at) =>
      `<collectionProp name="${at}">${row.map((cell, of) => `<stringProp name="${of}">${cell}</stringProp>`).join('')}</collectionProp>`,
  );
  return withXml(
    element(
      'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup',
      'many',
      {
        'ThreadGroup.on_sample_error': 'continue',
        ...{ LogFilename: '', Unit: 'S', Iterations: '', ConcurrencyLimit: '' },
        ...more,
      },
      children,
    ),
    `<collectionProp name="Schedule">${xml.join('')}</collectionProp>${controller}`,
  );
}

const takes = (ms: number, name = 'x') =>
  element('kg.apc.jmeter.samplers.DummySampler', name, {
    ...{ WAITING: true, SUCCESFULL: true, RESPONSE_CODE: '200', RESPONSE_MESSAGE: 'OK' },
    ...{ REQUEST_DATA: '', RESPONSE_DATA: '', RESPONSE_TIME: String(ms), LATENCY: '0', CONNECT: '0' },
  });

/** How many samples of each kind there were, and whether they took about as long as they should. */
const counts =
  (seconds: number) =>
  (samples: readonly SampleFacts[]): unknown[] => {
    const labels = Object.groupBy(samples, ({ label }) => label);
    const ms =
      Math.max(...samples.map(({ startMs }) => startMs)) - Math.min(...samples.map(({ startMs }) => startMs));
    const isRight = ms > seconds * 700 && ms < seconds * 1000 + 2500;
    return [
      ...Object.entries(labels)
        .map(([label, found]) => `${label}: ${found?.length}`)
        .toSorted(),
      isRight ? `about ${seconds} s` : `${ms} ms`,
    ];
  };

/** Whose samples they were, in the order of each user. */
const byUser = (samples: readonly SampleFacts[]) => samples.map(({ thread, label }) => `${thread}: ${label}`);

export const cases: DifferentialCase[] = [
  {
    name: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup: users arrive evenly and rest in between',
    plan: planWith(
      {},
      { rate: '4' },
      arrivals({ TargetLevel: '${rate}', same_user_on_next_iteration: false }, debug('x'), debug('y')),
    ),
    summarize: counts(1.75),
  },
  {
    name: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup: in steps, by the minute',
    plan: [
      arrivals({ TargetLevel: '240', RampUp: '0.035', Steps: '2', Hold: '0.01', Unit: 'M' }, debug('x')),
    ],
    summarize: counts(2.75),
  },
  {
    name: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup: nobody comes while it ramps up, and groups behind it wait for the first',
    plan: [
      group({ name: 'before' }, debug('1 before')),
      arrivals({ TargetLevel: '2', RampUp: '1', Hold: '1' }, debug('2 x')),
      group({ name: 'after' }, debug('3 after')),
    ],
    summarize: (samples) => {
      const inOrder = samples.toSorted((left, right) => left.startMs - right.startMs);
      const [first, second] = inOrder;
      const isLate = (second?.startMs ?? 0) - (first?.startMs ?? 0) > 700;
      return [samples.length, first?.label, isLate, inOrder.at(-1)?.label];
    },
  },
  {
    name: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup: users that go after one pass',
    plan: [arrivals({ TargetLevel: '4', Iterations: '1' }, debug('${__threadNum}'))],
    summarize: byUser,
  },
  {
    name: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup: arrivals beyond the limit of users are lost',
    plan: [arrivals({ TargetLevel: '4', ConcurrencyLimit: '1' }, takes(1100))],
    summarize: (samples) => [samples.length],
  },
  {
    name: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup: no more arrivals than it may have',
    plan: [arrivals({ TargetLevel: '4', ArrivalsLimit: '3', Hold: '20' }, debug('x'), debug('y'))],
    summarize: (samples) => samples.map(({ label }) => label).toSorted(),
  },
  {
    name: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup: at the end users go after what they are doing',
    plan: [arrivals({ TargetLevel: '2', Hold: '1' }, takes(800, 'a'), takes(800, 'b'))],
    summarize: byUser,
  },
  {
    name: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup: an error sends users to rest',
    plan: ({ port }) => [
      arrivals(
        { TargetLevel: '2', 'ThreadGroup.on_sample_error': 'startnextloop' },
        debug('a'),
        http('fails', { port, path: '/status/500' }),
        debug('never'),
      ),
    ],
    summarize: counts(1.5),
  },
  {
    name: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup: the end of the test ends it',
    plan: [
      arrivals({ TargetLevel: '5', Hold: '60' }, debug('x')),
      group(
        { name: 'stops' },
        element('TestAction', 'wait', { 'ActionProcessor.action': 1, 'ActionProcessor.duration': '1000' }),
        element('TestAction', 'stop', { 'ActionProcessor.action': 2, 'ActionProcessor.target': 2 }),
      ),
    ],
    summarize: (samples) => [samples.length > 2 && samples.length < 30],
  },
  {
    name: 'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup: rows that jump, grow and stand still',
    plan: planWith(
      {},
      { two: '2' },
      freeForm(
        [
          ['4', '4', '1'],
          ['0', '${two}', '${two}'],
          ['0', '0', '0.6'],
          ['2', 'x', '1'],
        ],
        { same_user_on_next_iteration: false },
        debug('x'),
      ),
    ),
    summarize: (samples) => [samples.length],
  },
  {
    name: 'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup: by the minute, each user once',
    plan: [freeForm([['240', '240', '0.02']], { Unit: 'M', Iterations: '1' }, debug('x'))],
    summarize: byUser,
  },
];
