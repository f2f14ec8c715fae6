import type { ProvenElement } from './proven-element.ts';

const random: ProvenElement['properties'] = { 'ConstantTimer.delay': 'any', 'RandomTimer.range': 'any' };

export const provenTimers: Record<string, ProvenElement> = {
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
      // Of old versions.
      legacyMode: 'ignored',
    },
  },
  ConstantTimer: { title: 'Constant Timer', properties: { 'ConstantTimer.delay': 'any' } },
  GaussianRandomTimer: { title: 'Gaussian Random Timer', properties: random },
  PoissonRandomTimer: { title: 'Poisson Random Timer', properties: random },
  SyncTimer: {
    title: 'Synchronizing Timer',
    properties: { groupSize: 'any', timeoutInMs: 'any' },
    isShared: () => true,
  },
  UniformRandomTimer: { title: 'Uniform Random Timer', properties: random },
};
