import type { ElementCompiler } from '../core.ts';
import { regexUserParameters } from './regex-user-parameters.ts';
import { sampleTimeout } from './sample-timeout.ts';
import { urlRewritingModifier } from './url-rewriting-modifier.ts';
import { userParameters } from './user-parameters.ts';

export const preprocessors: Record<string, ElementCompiler> = {
  RegExUserParameters: regexUserParameters,
  SampleTimeout: sampleTimeout,
  URLRewritingModifier: urlRewritingModifier,
  UserParameters: userParameters,
};
