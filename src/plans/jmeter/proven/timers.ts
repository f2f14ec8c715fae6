import type { ProvenElement } from './proven-element.ts';

const random: ProvenElement['properties'] = { 'ConstantTimer.delay': 'any', 'RandomTimer.range': 'any' };

export const provenTimers: Record<string, ProvenElement> = {
  ConstantThroughputTimer: {
    title: 'Constant Throughput Timer',
    properties: {
      throughput: 'any',
      calcMode: [
        ...['0', '1', '2', '3', '4'],
        'this thread only',
        'all active threads',
        'all active threads in current thread group',
        'all active threads (shared)',
        'all active threads in current thread group (shared)',
      ],
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
