import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, planWith, type TestElement, type Value, withXml } from '../testing/plan.ts';
import type { SampleFacts } from '../testing/sample-facts.ts';

const ways = ['continue', 'startnextloop', 'stopthread', 'stoptest', 'stoptestnow', ''];
const onErrorProperty = 'ThreadGroup.on_sample_error';

const dummy = (name: string, isGood: boolean, ms: number): TestElement =>
  element('kg.apc.jmeter.samplers.DummySampler', name, {
    ...{ WAITING: ms > 0, SUCCESFULL: isGood, RESPONSE_CODE: isGood ? '200' : '500', RESPONSE_MESSAGE: 'so' },
    RESPONSE_TIME: String(ms),
  });
const steps = [debug('a'), dummy('bad', false, 0), debug('b')];

const virtual =
  '<elementProp name="ThreadGroup.main_controller" elementType="com.blazemeter.jmeter.control.VirtualUserController"/>';
const rows = (name: string, ...cells: string[]) =>
  `<collectionProp name="${name}"><collectionProp name="0">${cells.map((cell, at) => `<stringProp name="${at}">${cell}</stringProp>`).join('')}</collectionProp></collectionProp>`;
const twice =
  '<elementProp name="ThreadGroup.main_controller" elementType="LoopController"><boolProp name="LoopController.continue_forever">false</boolProp><stringProp name="LoopController.loops">2</stringProp></elementProp>';

/** Groups of every other kind, with one user at a time and few passes. */
const kinds: Record<string, (properties: Record<string, Value>, ...children: TestElement[]) => TestElement> =
  {
    'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup': (properties, ...children) =>
      withXml(
        element(
          'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup',
          'many',
          {
            ...{ TargetLevel: '2', RampUp: '', Steps: '', Hold: '1', Unit: 'S', ArrivalsLimit: '2' },
            ...{ Iterations: '', LogFilename: '', ConcurrencyLimit: '', ...properties },
          },
          children,
        ),
        virtual,
      ),
    'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup': (properties, ...children) =>
      withXml(
        element(
          'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup',
          'many',
          {
            ...{ LogFilename: '', Unit: 'S', Iterations: '', ConcurrencyLimit: '', ArrivalsLimit: '2' },
            ...properties,
          },
          children,
        ),
        rows('Schedule', '2', '2', '1') + virtual,
      ),
    OpenModelThreadGroup: (properties, ...children) =>
      withXml(
        element(
          'OpenModelThreadGroup',
          'open',
          {
            'OpenModelThreadGroup.schedule': 'rate(2/s) even_arrivals(1 s) pause(3 s)',
            'OpenModelThreadGroup.random_seed': '',
            ...properties,
          },
          children,
        ),
        '<elementProp name="ThreadGroup.main_controller" elementType="OpenModelThreadGroupController"/>',
      ),
    'kg.apc.jmeter.threads.SteppingThreadGroup': (properties, ...children) =>
      withXml(
        element(
          'kg.apc.jmeter.threads.SteppingThreadGroup',
          'steps',
          {
            ...{ 'ThreadGroup.num_threads': '1', 'Threads initial delay': '0', 'Start users count': '1' },
            ...{ 'Start users count burst': '1', 'Start users period': '0', 'Stop users count': '1' },
            ...{ 'Stop users period': '0', flighttime: '3', rampUp: '0', ...properties },
          },
          children,
        ),
        twice,
      ),
    'kg.apc.jmeter.threads.UltimateThreadGroup': (properties, ...children) =>
      withXml(
        element('kg.apc.jmeter.threads.UltimateThreadGroup', 'ultimate', properties, children),
        rows('ultimatethreadgroupdata', '1', '0', '0', '3', '0') + twice,
      ),
  };

/** A user that is stopped is replaced at once, so only the first counts, and it takes its time. */
const concurrency = (properties: Record<string, Value>, ...children: TestElement[]): TestElement =>
  withXml(
    element(
      'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup',
      'many',
      {
        ...{ TargetLevel: '1', RampUp: '', Steps: '', Hold: '2', Unit: 'S', Iterations: '', LogFilename: '' },
        ...properties,
      },
      children,
    ),
    virtual,
  );

/** Whose samples they were, in the order of each user. */
const byUser = (samples: readonly SampleFacts[]) =>
  samples.map(({ thread, label }) => `${thread}: ${label}`).toSorted();
const first = (samples: readonly SampleFacts[]) =>
  samples
    .filter(({ thread }) => thread === samples[0]?.thread)
    .map(({ label }) => label)
    .slice(0, 4);

/** A test that a user of an Open Model Thread Group stops in this way does not end in Apache JMeter. */
const waysOf = (kind: string) =>
  ways.filter((onError) => kind !== 'OpenModelThreadGroup' || onError !== 'stoptest');

const about = (onError: string) => onError || 'nothing said';

export const cases: DifferentialCase[] = [
  ...['SetupThreadGroup', 'PostThreadGroup'].flatMap((kind) =>
    ways.map(
      (onError): DifferentialCase => ({
        name: `${kind} after an error: ${about(onError)}`,
        plan: [group({ kind, loops: 2, onError }, ...steps)],
      }),
    ),
  ),
  ...Object.entries(kinds).flatMap(([kind, make]) =>
    waysOf(kind).map(
      (onError): DifferentialCase => ({
        name: `${kind} after an error: ${about(onError)}`,
        plan: [make({ [onErrorProperty]: onError }, ...steps)],
        summarize: byUser,
      }),
    ),
  ),
  ...ways.map(
    (onError): DifferentialCase => ({
      name: `com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup after an error: ${about(onError)}`,
      plan: [
        concurrency(
          { [onErrorProperty]: onError },
          dummy('a', true, 300),
          dummy('bad', false, 0),
          dummy('b', true, 300),
        ),
      ],
      summarize: first,
    }),
  ),
];

const pause = element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '100' });

cases.push(
  ...['ThreadGroup', 'SetupThreadGroup', 'PostThreadGroup'].map(
    (kind): DifferentialCase => ({
      name: `${kind} with a time of its own and a delay, and with times that JMeter reads no more`,
      plan: [
        group(
          {
            kind,
            loops: -1,
            more: {
              'ThreadGroup.scheduler': true,
              'ThreadGroup.duration': '2',
              'ThreadGroup.delay': '1',
              'ThreadGroup.delayedStart': true,
              'ThreadGroup.start_time': '1',
              'ThreadGroup.end_time': '2',
            },
          },
          debug('${TESTSTART.MS}', pause),
        ),
      ],
      // A slow machine begins later and makes fewer samples.
      summarize: (samples) => {
        const firstMs = Math.min(...samples.map(({ startMs, label }) => startMs - Number(label)));
        return [
          firstMs > 900 ? 'begins after its delay' : firstMs,
          samples.length <= 1 + 2_000 / 100 ? 'ends after its time' : samples.length,
        ];
      },
    }),
  ),
  {
    name: 'TestPlan that says no to all that it could be',
    plan: planWith(
      {
        'TestPlan.functional_mode': false,
        'TestPlan.serialize_threadgroups': false,
        'TestPlan.arguments': '',
      },
      {},
      group({ loops: 2 }, debug('x')),
    ),
  },
  ...(['arrivals.ArrivalsThreadGroup', 'arrivals.FreeFormArrivalsThreadGroup'] as const).map(
    (kind): DifferentialCase => ({
      name: `com.blazemeter.jmeter.threads.${kind} without a unit`,
      plan: [
        (kinds[`com.blazemeter.jmeter.threads.${kind}`] as (typeof kinds)[string])(
          { [onErrorProperty]: 'continue', Unit: '' },
          debug('x'),
        ),
      ],
      summarize: (samples) => [samples.length],
    }),
  ),
  {
    name: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup without a unit',
    plan: [
      group(
        { name: 'stops' },
        element('TestAction', 'wait', { 'ActionProcessor.action': 1, 'ActionProcessor.duration': '3500' }),
        element('TestAction', 'stop', { 'ActionProcessor.action': 2, 'ActionProcessor.target': 2 }),
      ),
      concurrency({ [onErrorProperty]: 'continue', Unit: '', Hold: '1' }, debug('${TESTSTART.MS}', pause)),
    ],
    // A second, or a minute that the test does not wait for.
    summarize: (samples) => {
      const last = Math.max(...samples.map(({ startMs, label }) => startMs - Number(label)));
      return [last < 2200 ? 'seconds' : 'minutes'];
    },
  },
);
