import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http, loop, planWith, type TestElement } from '../testing/plan.ts';

const nothing = {
  displayJMeterProperties: false,
  displayJMeterVariables: false,
  displaySystemProperties: false,
};
const shown = (name: string, ...children: TestElement[]) =>
  element('DebugSampler', name, { ...nothing, displayJMeterVariables: true }, children);
const post = (name: string, displayJMeterVariables: boolean) =>
  element('DebugPostProcessor', name, {
    ...nothing,
    displaySamplerProperties: false,
    displayJMeterVariables,
  });

const names = {
  ...{
    a10: '1',
    a9: '2',
    b: '3',
    B: '4',
    a: '5',
    a_1: 'x',
    a_10: 'y',
    a_2: 'z',
    a02x: 'q',
    a2y: 'r',
    '7': 's',
  },
  ...{ ü: 'ä€', empty: '', 'two words': '=', line: 'one\ntwo', a1b2: '1', a1b10: '2', ab: '6' },
};

/** The times of the start, of which Apache JMeter knows three only from its command line, and an address in the JVM. */
const alike = {
  without: ['bytes'] as const,
  normalize: (text: string) =>
    text
      .replaceAll(/SamplePackage@[0-9a-f]+/g, 'SamplePackage@')
      .replaceAll(/TESTSTART\.MS=\d+/g, 'TESTSTART.MS=')
      .replaceAll(/START\.(?:HMS|MS|YMD)=\d+(?:\\n)/g, ''),
};

export const cases: DifferentialCase[] = [
  {
    name: 'a sample without content, named by its variables',
    plan: [group({ loops: 2 }, element('DebugSampler', 'debug ${__threadNum} ${none}', nothing))],
  },
  {
    name: 'DebugSampler with variables, whose addresses and times differ',
    ...alike,
    plan: ({ port }) =>
      planWith(
        {},
        names,
        group({ loops: 2 }, shown('first'), http('page', { port }), loop('inner', 2, shown('in a loop'))),
        group(
          { name: 'another', more: { 'ThreadGroup.same_user_on_next_iteration': false } },
          shown('of another group'),
        ),
      ),
    isConcurrent: true,
  },
  {
    name: 'DebugSampler shows nothing unless it is told to',
    ...alike,
    plan: [group({}, element('DebugSampler', 'as it is'))],
  },
  {
    name: 'DebugPostProcessor adds a sub-sample',
    ...alike,
    plan: ({ port }) =>
      planWith(
        {},
        { a: '1' },
        group(
          {},
          http('page', { port }, post('variables', true), post('nothing', false)),
          http('redirected', { port, path: '/redirect/302?to=/html' }, post('again ${a}', true)),
          shown('debug', post('beside', true)),
        ),
      ),
  },
];
