import { boolean, type ProvenElement } from './proven-element.ts';
import { beanShellElement, bsfElement, jsr223Element } from './script-rule.ts';

export const provenPreProcessors: Record<string, ProvenElement> = {
  BeanShellPreProcessor: beanShellElement('BeanShellPreProcessor', 'BeanShell PreProcessor'),
  BSFPreProcessor: bsfElement('BSF PreProcessor'),
  JSR223PreProcessor: jsr223Element('JSR223PreProcessor', 'JSR223 PreProcessor'),
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
