import { boolean, type ProvenElement } from './proven-element.ts';

export const provenPreProcessors: Record<string, ProvenElement> = {
  RegExUserParameters: {
    title: 'RegEx User Parameters',
    properties: {
      'RegExUserParameters.regex_ref_name': 'any',
      'RegExUserParameters.param_names_gr_nr': 'any',
      'RegExUserParameters.param_values_gr_nr': 'any',
    },
  },
  SampleTimeout: {
    title: 'Sample Timeout',
    properties: { 'InterruptTimer.timeout': 'any' },
    note: 'As in JMeter it counts for all samplers of its thread group, wherever it stands. One that would end a Java Request or a Dummy Sampler ends the test with a reason.',
  },
  URLRewritingModifier: {
    title: 'HTTP URL Re-writing Modifier',
    properties: {
      argument_name: 'any',
      path_extension: boolean,
      path_extension_no_equals: boolean,
      path_extension_no_questionmark: boolean,
      cache_value: boolean,
      encode: boolean,
    },
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
