import { httpProperties } from './http-properties.ts';
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
  TestAction: {
    title: 'Flow Control Action',
    properties: {
      'ActionProcessor.action': ['0', '1', '2', '3', '4', '5'],
      'ActionProcessor.target': ['0', '2'],
      'ActionProcessor.duration': 'any',
    },
  },
  HTTPSamplerProxy: {
    title: 'HTTP Request',
    properties: httpProperties,
    guiClasses: ['HttpTestSampleGui', 'HttpTestSampleGui2'],
    note: 'The body of a sample without a response names the exception; JMeter adds the stack of its JVM.',
  },
};
