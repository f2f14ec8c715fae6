import type { ElementCompiler } from '../core.ts';
import { outsideOnly, scripted } from '../languages/outside-elements.ts';
import { beanShellAssertion } from './bean-shell-assertion.ts';
import { binaryContentAssertion } from './binary-content-assertion.ts';
import { durationAssertion } from './duration-assertion.ts';
import { jsonPathAssertion } from './json-path-assertion.ts';
import { jsr223Assertion } from './jsr223-assertion.ts';
import { md5HexAssertion } from './md5-hex-assertion.ts';
import { pluginJsonPathAssertion } from './plugin-json-path-assertion.ts';
import { responseAssertion } from './response-assertion.ts';
import { sizeAssertion } from './size-assertion.ts';
import { xmlAssertion } from './xml-assertion.ts';
import { xpathAssertion } from './xpath-assertion.ts';

export const assertions: Record<string, ElementCompiler> = {
  BeanShellAssertion: scripted('assertion', beanShellAssertion),
  BSFAssertion: outsideOnly('assertion'),
  'com.atlantbh.jmeter.plugins.jsonutils.jsonpathassertion.JSONPathAssertion': pluginJsonPathAssertion,
  DurationAssertion: durationAssertion,
  'eu.luminis.jmeter.assertions.BinaryContentAssertion': binaryContentAssertion,
  JSONPathAssertion: jsonPathAssertion,
  JSR223Assertion: scripted('assertion', jsr223Assertion),
  MD5HexAssertion: md5HexAssertion,
  ResponseAssertion: responseAssertion,
  SizeAssertion: sizeAssertion,
  XMLAssertion: xmlAssertion,
  XPathAssertion: xpathAssertion,
};
