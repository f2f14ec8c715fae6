import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, type TestElement, type Value, withXml } from '../testing/plan.ts';
import { busy, usersOverTime, watch } from '../testing/users-over-time.ts';

const loops = (count: number) =>
  `<elementProp name="ThreadGroup.main_controller" elementType="LoopController"><boolProp name="LoopController.continue_forever">false</boolProp><stringProp name="LoopController.loops">${count}</stringProp></elementProp>`;
const virtual =
  '<elementProp name="ThreadGroup.main_controller" elementType="com.blazemeter.jmeter.control.VirtualUserController"/>';
const onError = { 'ThreadGroup.on_sample_error': 'continue' };

const stay = (ms: number) =>
  element('TestAction', 'stay', { 'ActionProcessor.action': 1, 'ActionProcessor.duration': String(ms) });

const made = (kind: string, properties: Record<string, Value>, xml: string, ...children: TestElement[]) =>
  withXml(element(kind, 'users', { ...onError, ...properties }, children), xml);

const rows = (...each: number[][]) =>
  `<collectionProp name="ultimatethreadgroupdata">${each
    .map(
      (row, at) =>
        `<collectionProp name="${at}">${row.map((cell, of) => `<stringProp name="${of}">${cell}</stringProp>`).join('')}</collectionProp>`,
    )
    .join('')}</collectionProp>`;

const over = (name: string, seconds: number, users: TestElement): DifferentialCase => ({
  name: `users over time: ${name}`,
  plan: [watch(seconds), users],
  summarize: usersOverTime,
});

export const cases: DifferentialCase[] = [
  over(
    'a ThreadGroup with a delay, a ramp-up and a duration',
    7,
    group(
      {
        users: 4,
        loops: -1,
        more: {
          'ThreadGroup.ramp_time': '4',
          'ThreadGroup.scheduler': true,
          'ThreadGroup.duration': '5',
          'ThreadGroup.delay': '1',
        },
      },
      busy,
    ),
  ),
  ...[false, true].map((isDelayed) =>
    over(
      `a ThreadGroup whose users go after what they have to do, ${isDelayed ? 'made one by one' : 'made at once'}`,
      6,
      group(
        {
          users: 3,
          more: { 'ThreadGroup.ramp_time': isDelayed ? '2' : '3', 'ThreadGroup.delayedStart': isDelayed },
        },
        stay(2000),
      ),
    ),
  ),
  over(
    'kg.apc.jmeter.threads.SteppingThreadGroup',
    8,
    made(
      'kg.apc.jmeter.threads.SteppingThreadGroup',
      {
        'ThreadGroup.num_threads': '5',
        'Threads initial delay': '1',
        'Start users count': '2',
        'Start users count burst': '1',
        'Start users period': '1',
        'Stop users count': '2',
        'Stop users period': '1',
        flighttime: '2',
        rampUp: '0',
      },
      loops(-1),
      busy,
    ),
  ),
  over(
    'kg.apc.jmeter.threads.UltimateThreadGroup',
    7,
    made(
      'kg.apc.jmeter.threads.UltimateThreadGroup',
      {},
      rows([2, 1, 2, 1, 2], [1, 3, 0, 2, 0]) + loops(-1),
      busy,
    ),
  ),
  over(
    'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup',
    7,
    made(
      'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup',
      {
        TargetLevel: '6',
        RampUp: '3',
        Steps: '3',
        Hold: '2',
        Unit: 'S',
        Iterations: '',
        LogFilename: '',
      },
      virtual,
      busy,
    ),
  ),
  over(
    'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup',
    7,
    made(
      'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup',
      {
        TargetLevel: '1',
        RampUp: '',
        Steps: '',
        Hold: '5',
        Unit: 'S',
        Iterations: '',
        LogFilename: '',
        ConcurrencyLimit: '',
      },
      virtual,
      stay(2000),
    ),
  ),
];
