import type { ElementCompiler } from '../core.ts';
import { outsideOnly, scripted } from '../languages/outside-elements.ts';
import { beanShellPostProcessor } from './bean-shell-post-processor.ts';
import { boundaryExtractor } from './boundary-extractor.ts';
import { debugPostProcessor } from './debug-post-processor.ts';
import { htmlExtractor } from './html-extractor.ts';
import { jsonPostProcessor } from './json-post-processor.ts';
import { jsr223PostProcessor } from './jsr223-post-processor.ts';
import { pluginJsonPathExtractor } from './plugin-json-path-extractor.ts';
import { regexExtractor } from './regex-extractor.ts';
import { resultAction } from './result-action.ts';
import { xpathExtractor } from './xpath-extractor.ts';

export const postprocessors: Record<string, ElementCompiler> = {
  BeanShellPostProcessor: scripted('postProcessor', beanShellPostProcessor),
  BSFPostProcessor: outsideOnly('postProcessor'),
  BoundaryExtractor: boundaryExtractor,
  'com.atlantbh.jmeter.plugins.jsonutils.jsonpathextractor.JSONPathExtractor': pluginJsonPathExtractor,
  DebugPostProcessor: debugPostProcessor,
  HtmlExtractor: htmlExtractor,
  JSONPostProcessor: jsonPostProcessor,
  JSR223PostProcessor: scripted('postProcessor', jsr223PostProcessor),
  RegexExtractor: regexExtractor,
  ResultAction: resultAction,
  XPathExtractor: xpathExtractor,
};
