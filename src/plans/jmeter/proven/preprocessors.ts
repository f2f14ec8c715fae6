import { boolean, type ProvenElement } from './proven-element.ts';

export const provenPreProcessors: Record<string, ProvenElement> = {
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
