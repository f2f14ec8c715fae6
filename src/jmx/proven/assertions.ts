import { isReadInJvm } from '../jvm-documents.ts';
import { listProperty, textProperty } from '../plan-tree.ts';
import { isProvenJsonPath, jsonPathWords } from './json-path-rule.ts';
import { boolean, type ProvenElement } from './proven-element.ts';
import { isProvenRegex, regexWords } from './regex-rule.ts';
import { beanShellElement, bsfElement, jsr223Element } from './script-rule.ts';
import { isProvenXPath, jvmXPathNote, xmlNote, xpathWords } from './xpath-rule.ts';

const scope: ProvenElement['properties'] = {
  'Assertion.scope': ['parent', 'children', 'all', 'variable'],
  'Scope.variable': 'any',
};

export const provenAssertions: Record<string, ProvenElement> = {
  BeanShellAssertion: beanShellElement('BeanShellAssertion', 'BeanShell Assertion'),
  BSFAssertion: bsfElement('BSF Assertion'),
  'com.atlantbh.jmeter.plugins.jsonutils.jsonpathassertion.JSONPathAssertion': {
    title: 'jp@gc - JSON Path Assertion',
    needs: ['JSON_PATH'],
    properties: {
      JSON_PATH: {
        only: jsonPathWords,
        isMet: (value) => typeof value === 'string' && isProvenJsonPath(value),
      },
      EXPECTED_VALUE: {
        only: regexWords,
        isMet: (value, element) =>
          textProperty(element, 'JSONVALIDATION') !== 'true' ||
          (typeof value === 'string' && isProvenRegex(value, true)),
      },
      JSONVALIDATION: boolean,
      EXPECT_NULL: boolean,
      INVERT: boolean,
      // Not properties of the plugin version in the toolchain.
      ISREGEX: 'ignored',
      INPUT_FORMAT: 'ignored',
    },
  },
  DurationAssertion: {
    title: 'Duration Assertion',
    properties: { 'DurationAssertion.duration': 'any', ...scope },
  },
  'eu.luminis.jmeter.assertions.BinaryContentAssertion': {
    title: 'Binary Response Assertion',
    properties: {
      compareValue: {
        only: 'as bytes in hexadecimal, without variables',
        isMet: (value) =>
          typeof value === 'string' && /^ *(?:(?:0x[\da-f]{1,7}|[\da-f]+)(?: +|$))*$/i.test(value),
      },
      comparisonType: ['Equals', 'NotEquals', 'Contains', 'NotContains', 'StartsWith', 'NotStartsWith', ''],
      'Assertion.scope': ['parent', 'children', 'all'],
    },
  },
  JSONPathAssertion: {
    title: 'JSON Assertion',
    needs: ['JSON_PATH'],
    properties: {
      JSON_PATH: {
        only: jsonPathWords,
        isMet: (value) => typeof value === 'string' && isProvenJsonPath(value),
      },
      EXPECTED_VALUE: {
        only: regexWords,
        isMet: (value, element) =>
          textProperty(element, 'JSONVALIDATION') !== 'true' ||
          textProperty(element, 'ISREGEX', 'true') !== 'true' ||
          (typeof value === 'string' && isProvenRegex(value, true)),
      },
      JSONVALIDATION: boolean,
      EXPECT_NULL: boolean,
      INVERT: boolean,
      ISREGEX: boolean,
    },
  },
  JSR223Assertion: jsr223Element('JSR223Assertion', 'JSR223 Assertion'),
  MD5HexAssertion: { title: 'MD5Hex Assertion', properties: { 'MD5HexAssertion.size': 'any' } },
  ResponseAssertion: {
    title: 'Response Assertion',
    note: 'Responses as documents are read by JMeter’s own classes, in a JVM beside the engine.',
    properties: {
      'Assertion.test_field': [
        'Assertion.response_data',
        'Assertion.response_data_as_document',
        'Assertion.response_code',
        'Assertion.response_message',
        'Assertion.response_headers',
        'Assertion.request_headers',
        'Assertion.request_data',
        'Assertion.sample_label',
        '',
      ],
      'Assertion.test_type': [1, 2, 8, 16].flatMap((kind) =>
        [0, 4, 32, 36].map((more) => String(kind + more)),
      ),
      'Asserion.test_strings': {
        only: regexWords,
        isMet: (_, element) => {
          const type = Number(textProperty(element, 'Assertion.test_type', '2'));
          return (
            (type & 24) !== 0 ||
            listProperty(element, 'Asserion.test_strings').every(
              ({ value }) => typeof value === 'string' && isProvenRegex(value, true),
            )
          );
        },
      },
      'Assertion.assume_success': boolean,
      'Assertion.custom_message': 'any',
      ...scope,
    },
  },
  SizeAssertion: {
    title: 'Size Assertion',
    properties: {
      'Assertion.test_field': [
        'SizeAssertion.response_headers',
        'SizeAssertion.response_data',
        'SizeAssertion.response_code',
        'SizeAssertion.response_message',
        'SizeAssertion.response_network_size',
        '',
      ],
      'SizeAssertion.size': 'any',
      'SizeAssertion.operator': 'any',
      ...scope,
    },
  },
  XMLAssertion: { title: 'XML Assertion', properties: {}, note: xmlNote },
  XPathAssertion: {
    title: 'XPath Assertion',
    properties: {
      'XPath.xpath': {
        only: xpathWords,
        isMet: (value, element) =>
          isReadInJvm(element) || (typeof value === 'string' && isProvenXPath(value)),
      },
      'XPath.negate': boolean,
      'XPath.namespace': boolean,
      'XPath.tolerant': boolean,
      'XPath.validate': boolean,
      'XPath.download_dtds': boolean,
      // Affects only documents with their own declarations.
      'XPath.whitespace': boolean,
      // Settings of the tolerant parser.
      'XPath.quiet': boolean,
      'XPath.report_errors': boolean,
      'XPath.show_warnings': boolean,
      ...scope,
    },
    note: jvmXPathNote,
  },
};
