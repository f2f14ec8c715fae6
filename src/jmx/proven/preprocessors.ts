import { boolean, type ProvenElement } from './proven-element.ts';

export const provenPreProcessors: Record<string, ProvenElement> = {
  SampleTimeout: {
    title: 'Sample Timeout',
    properties: { 'InterruptTimer.timeout': 'any' },
    note: 'As in JMeter it counts for all samplers of its thread group, wherever it stands. One that would end a Java Request or a Dummy Sampler ends the test with a reason.',
  },
  UserParameters: {
    title: 'User Parameters',
    needs: ['UserParameters.names', 'UserParameters.thread_values'],
    properties: {
      'UserParameters.names': 'any',
      'UserParameters.thread_values': 'any',
      'UserParameters.per_iteration': boolean,
    },
  },
};
