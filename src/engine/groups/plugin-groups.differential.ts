import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, planWith, type TestElement, type Value, withXml } from '../testing/plan.ts';
import type { SampleFacts } from '../testing/sample-facts.ts';

const forever =
  '<elementProp name="ThreadGroup.main_controller" elementType="LoopController"><boolProp name="LoopController.continue_forever">false</boolProp><stringProp name="LoopController.loops">-1</stringProp></elementProp>';

function ultimate(rows: string[][], ...children: TestElement[]): TestElement {
  const xml = rows.map(
    (row, at) =>
      `<collectionProp name="${at}">${row.map((cell, of) => `<stringProp name="${of}">${cell}</stringProp>`).join('')}</collectionProp>`,
  );
  const each = element(
    'kg.apc.jmeter.threads.UltimateThreadGroup',
    'ultimate',
    { 'ThreadGroup.on_sample_error': 'continue' },
    children,
  );
  return withXml(
    each,
    `<collectionProp name="ultimatethreadgroupdata">${xml.join('')}</collectionProp>${forever}`,
  );
}

const stepping = (more: Record<string, Value>, ...children: TestElement[]) =>
  withXml(
    element(
      'kg.apc.jmeter.threads.SteppingThreadGroup',
      'steps',
      { 'ThreadGroup.on_sample_error': 'continue', ...more },
      children,
    ),
    forever,
  );

const concurrency = (more: Record<string, Value>, ...children: TestElement[]) =>
  withXml(
    element(
      'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup',
      'many',
      {
        'ThreadGroup.on_sample_error': 'continue',
        TargetLevel: '2',
        RampUp: '',
        Steps: '',
        Hold: '2',
        Unit: 'S',
        Iterations: '',
        LogFilename: '',
        ...more,
      },
      children,
    ),
    '<elementProp name="ThreadGroup.main_controller" elementType="com.blazemeter.jmeter.control.VirtualUserController"/>',
  );

const often = debug('x', element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '40' }));
/** Its first sample is where time begins. */
const clock = group({ name: 'clock' }, debug('zero'));

/** When each user came and went, to the second. */
const spans = (samples: readonly SampleFacts[]): unknown[] => {
  const zeroMs = samples.find(({ label }) => label === 'zero')?.startMs ?? 0;
  const seconds = (ms: number) => Math.round((ms - zeroMs) / 1000);
  return [...new Set(samples.map(({ thread }) => thread))].toSorted().map((thread) => {
    const own = samples.filter((sample) => sample.thread === thread);
    const begin = Math.min(...own.map(({ startMs }) => startMs));
    const end = Math.max(...own.map(({ endMs }) => endMs));
    return `${thread}: ${seconds(begin)} to ${seconds(end)}`;
  });
};

export const cases: DifferentialCase[] = [
  {
    name: 'kg.apc.jmeter.threads.UltimateThreadGroup: rows with delays, ramp-up, hold and shutdown',
    plan: planWith(
      {},
      { two: '2' },
      clock,
      ultimate(
        [
          ['${two}', '0', '2', '1', '2'],
          ['1', '${__P(delay,3)}', '0', '1', '0'],
          ['0', '0', '1', '1', '1'],
        ],
        often,
      ),
    ),
    summarize: spans,
  },
  {
    name: 'kg.apc.jmeter.threads.UltimateThreadGroup without rows',
    plan: [clock, ultimate([], often)],
    summarize: spans,
  },
  {
    name: 'kg.apc.jmeter.threads.SteppingThreadGroup: up in steps and down in steps',
    plan: planWith(
      {},
      { users: '4' },
      clock,
      stepping(
        {
          'ThreadGroup.num_threads': '${users}',
          'Threads initial delay': '1',
          'Start users count': '2',
          'Start users count burst': '0',
          'Start users period': '1',
          'Stop users count': '1',
          'Stop users period': '1',
          flighttime: '1',
          rampUp: '0',
        },
        often,
      ),
    ),
    summarize: spans,
  },
  {
    name: 'kg.apc.jmeter.threads.SteppingThreadGroup: with a burst, a ramp-up and nothing said of the rest',
    plan: [
      clock,
      stepping(
        {
          'ThreadGroup.num_threads': '3',
          'Threads initial delay': '0',
          'Start users count': '1',
          'Start users count burst': '2',
          'Start users period': '1',
          'Stop users count': '',
          'Stop users period': '',
          flighttime: '1',
          rampUp: '2',
        },
        often,
      ),
    ],
    summarize: spans,
  },
  {
    name: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup: all at once, for a while',
    plan: [clock, concurrency({ TargetLevel: '${__P(level,3)}', same_user_on_next_iteration: false }, often)],
    summarize: spans,
  },
  {
    name: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup: in steps',
    plan: [clock, concurrency({ TargetLevel: '2', RampUp: '4', Steps: '2', Hold: '1' }, often)],
    summarize: spans,
  },
  {
    name: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup: a file with the starts and ends of users',
    plan: [
      clock,
      concurrency(
        { TargetLevel: '1', Hold: '2', LogFilename: '${__P(case.folder)}/folder/${__P(name,log)}.csv' },
        often,
      ),
    ],
    normalize: (text) => text.replaceAll(/\d{13},\d+,/g, '(time),'),
    summarize: spans,
  },
  {
    name: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup: nobody, with a target of none',
    plan: [clock, concurrency({ TargetLevel: '0' }, often)],
    summarize: spans,
  },
  {
    name: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup: users are replaced after their passes',
    plan: [
      clock,
      concurrency(
        { TargetLevel: '1', Iterations: '2', Hold: '3' },
        debug(
          '${__jm__many__idx} ${__threadNum}',
          element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '700' }),
        ),
      ),
    ],
    // How many fit in depends on how quickly users are replaced.
    summarize: (samples) => samples.map(({ label, thread }) => `${thread} ${label}`).slice(0, 4),
  },
  {
    name: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup: minutes, and an end of the test before theirs',
    plan: [
      group(
        { name: 'stops' },
        debug('zero'),
        element('TestAction', 'wait', { 'ActionProcessor.action': 1, 'ActionProcessor.duration': '2000' }),
        element('TestAction', 'stop', { 'ActionProcessor.action': 2, 'ActionProcessor.target': 2 }),
      ),
      concurrency({ Unit: 'M', Hold: '5' }, often),
    ],
    summarize: spans,
  },
  {
    name: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup: passes that are cut short, and a break',
    plan: [
      clock,
      concurrency(
        { TargetLevel: '1', Iterations: '2', Hold: '4' },
        debug('first'),
        element('TestAction', 'wait', { 'ActionProcessor.action': 1, 'ActionProcessor.duration': '700' }),
        element(
          'IfController',
          'if',
          { 'IfController.condition': '${__jexl3(${__threadNum} == 2)}', 'IfController.useExpression': true },
          [element('TestAction', 'break', { 'ActionProcessor.action': 5 })],
        ),
        element('TestAction', 'next', { 'ActionProcessor.action': 3 }),
        debug('never'),
      ),
    ],
    summarize: (samples) => samples.map(({ label, thread }) => `${thread} ${label}`).slice(0, 5),
  },
];
