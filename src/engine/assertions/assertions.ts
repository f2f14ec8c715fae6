import type { ElementCompiler } from '../core.ts';
import { compareAssertion } from './compare-assertion.ts';
import { durationAssertion } from './duration-assertion.ts';
import { jmesPathAssertion } from './jmespath-assertion.ts';
import { jsonPathAssertion } from './json-path-assertion.ts';
import { md5HexAssertion } from './md5-hex-assertion.ts';
import { pluginJsonPathAssertion } from './plugin-json-path-assertion.ts';
import { responseAssertion } from './response-assertion.ts';
import { sizeAssertion } from './size-assertion.ts';
import { xmlAssertion } from './xml-assertion.ts';
import { xpathAssertion } from './xpath-assertion.ts';
import { xpath2Assertion } from './xpath2-assertion.ts';

export const assertions: Record<string, ElementCompiler> = {
  'com.atlantbh.jmeter.plugins.jsonutils.jsonpathassertion.JSONPathAssertion': pluginJsonPathAssertion,
  CompareAssertion: compareAssertion,
  DurationAssertion: durationAssertion,
  JMESPathAssertion: jmesPathAssertion,
  JSONPathAssertion: jsonPathAssertion,
  MD5HexAssertion: md5HexAssertion,
  ResponseAssertion: responseAssertion,
  SizeAssertion: sizeAssertion,
  XPath2Assertion: xpath2Assertion,
  XMLAssertion: xmlAssertion,
  XPathAssertion: xpathAssertion,
};
