import type { ElementCompiler } from '../core.ts';
import { boundaryExtractor } from './boundary-extractor.ts';
import { regexExtractor } from './regex-extractor.ts';
import { resultAction } from './result-action.ts';

export const postprocessors: Record<string, ElementCompiler> = {
  BoundaryExtractor: boundaryExtractor,
  RegexExtractor: regexExtractor,
  ResultAction: resultAction,
};
