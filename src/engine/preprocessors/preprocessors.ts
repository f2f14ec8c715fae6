import type { ElementCompiler } from '../core.ts';
import { sampleTimeout } from './sample-timeout.ts';
import { userParameters } from './user-parameters.ts';

export const preprocessors: Record<string, ElementCompiler> = {
  SampleTimeout: sampleTimeout,
  UserParameters: userParameters,
};
