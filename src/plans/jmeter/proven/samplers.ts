import type { ProvenElement } from './proven-element.ts';

export const provenSamplers: Record<string, ProvenElement> = {
  DebugSampler: {
    title: 'Debug Sampler',
    properties: {
      displayJMeterVariables: ['false'],
      displayJMeterProperties: ['false'],
      displaySystemProperties: ['false'],
    },
    note: 'Only with nothing to show: variables and properties of a JVM are not ours.',
  },
};
