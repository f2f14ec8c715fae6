import type { ElementCompiler } from '../core.ts';
import { jsr223PreProcessor } from './jsr223-pre-processor.ts';
import { sampleTimeout } from './sample-timeout.ts';
import { userParameters } from './user-parameters.ts';

export const preprocessors: Record<string, ElementCompiler> = {
  JSR223PreProcessor: jsr223PreProcessor,
  SampleTimeout: sampleTimeout,
  UserParameters: userParameters,
};
