import type { ElementCompiler } from '../core.ts';
import { outsideOnly, scripted } from '../languages/outside-elements.ts';
import { beanShellPreProcessor } from './bean-shell-pre-processor.ts';
import { jsr223PreProcessor } from './jsr223-pre-processor.ts';
import { sampleTimeout } from './sample-timeout.ts';
import { userParameters } from './user-parameters.ts';

export const preprocessors: Record<string, ElementCompiler> = {
  BeanShellPreProcessor: scripted('preProcessor', beanShellPreProcessor),
  BSFPreProcessor: outsideOnly('preProcessor'),
  JSR223PreProcessor: scripted('preProcessor', jsr223PreProcessor),
  SampleTimeout: sampleTimeout,
  UserParameters: userParameters,
};
