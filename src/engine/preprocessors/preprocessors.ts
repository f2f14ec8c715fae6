import type { ElementCompiler } from '../core.ts';
import { userParameters } from './user-parameters.ts';

export const preprocessors: Record<string, ElementCompiler> = {
  UserParameters: userParameters,
};
