import type { ElementCompiler } from '../core.ts';
import { boundaryExtractor } from './boundary-extractor.ts';
import { htmlExtractor } from './html-extractor.ts';
import { jsonPostProcessor } from './json-post-processor.ts';
import { regexExtractor } from './regex-extractor.ts';
import { resultAction } from './result-action.ts';
import { xpathExtractor } from './xpath-extractor.ts';

export const postprocessors: Record<string, ElementCompiler> = {
  BoundaryExtractor: boundaryExtractor,
  HtmlExtractor: htmlExtractor,
  JSONPostProcessor: jsonPostProcessor,
  RegexExtractor: regexExtractor,
  ResultAction: resultAction,
  XPathExtractor: xpathExtractor,
};
