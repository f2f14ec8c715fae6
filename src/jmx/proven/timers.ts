import type { ProvenElement } from './proven-element.ts';
import { beanShellElement, bsfElement, jsr223Element } from './script-rule.ts';

const random: ProvenElement['properties'] = { 'ConstantTimer.delay': 'any', 'RandomTimer.range': 'any' };

export const provenTimers: Record<string, ProvenElement> = {
  BeanShellTimer: beanShellElement('BeanShellTimer', 'BeanShell Timer'),
  BSFTimer: bsfElement('BSF Timer'),
  ConstantThroughputTimer: {
    title: 'Constant Throughput Timer',
    properties: {
      throughput: 'any',
      calcMode: {
        only: 'as one of five numbers or as words',
        isMet: (value) =>
          typeof value === 'string' &&
          /^(?:[0-4]|[^\d$+-]*|[^\d\s$+-].*)$/.test(value) &&
          !value.includes('${'),
      },
      // From old versions; not read.
      legacyMode: 'ignored',
    },
  },
  ConstantTimer: { title: 'Constant Timer', properties: { 'ConstantTimer.delay': 'any' } },
  GaussianRandomTimer: { title: 'Gaussian Random Timer', properties: random },
  JSR223Timer: jsr223Element('JSR223Timer', 'JSR223 Timer'),
  PoissonRandomTimer: { title: 'Poisson Random Timer', properties: random },
  PreciseThroughputTimer: {
    title: 'Precise Throughput Timer',
    properties: {
      throughput: 'any',
      throughputPeriod: {
        only: 'as a number of seconds or a variable',
        isMet: (value) => typeof value === 'string' && !/^\s*0*\s*$/.test(value),
      },
      duration: 'any',
      batchSize: 'any',
      randomSeed: 'any',
      // Not read since JMeter 5.3.
      batchThreadDelay: 'ignored',
      exactLimit: 'ignored',
      allowedThroughputSurplus: 'ignored',
    },
    isShared: () => true,
  },
  SyncTimer: {
    title: 'Synchronizing Timer',
    properties: { groupSize: 'any', timeoutInMs: 'any' },
    isShared: () => true,
  },
  'kg.apc.jmeter.timers.VariableThroughputTimer': {
    title: 'jp@gc - Throughput Shaping Timer',
    properties: { load_profile: 'any' },
    isShared: () => true,
  },
  UniformRandomTimer: { title: 'Uniform Random Timer', properties: random },
};
