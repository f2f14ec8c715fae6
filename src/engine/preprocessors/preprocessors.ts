import type { ElementCompiler } from '../core.ts';
import { regexUserParameters } from './regex-user-parameters.ts';
import { urlRewritingModifier } from './url-rewriting-modifier.ts';
import { userParameters } from './user-parameters.ts';

export const preprocessors: Record<string, ElementCompiler> = {
  RegExUserParameters: regexUserParameters,
  URLRewritingModifier: urlRewritingModifier,
  UserParameters: userParameters,
};
