import { javaSplit } from '../../languages/java/java-split.ts';
import { isReadInJvm } from '../jvm-documents.ts';
import { textProperty } from '../plan-tree.ts';
import { cssWords, isProvenSelector } from './css-rule.ts';
import { isProvenJsonPath, jsonPathWords } from './json-path-rule.ts';
import { boolean, type ProvenElement } from './proven-element.ts';
import { isProvenRegex, regexWords } from './regex-rule.ts';
import { beanShellElement, bsfElement, jsr223Element } from './script-rule.ts';
import { shownNote } from './shown-samplers.ts';
import { isProvenXPath, jvmXPathNote, xpathWords } from './xpath-rule.ts';

const scope: ProvenElement['properties'] = {
  'Sample.scope': ['parent', 'children', 'all', 'variable'],
  'Scope.variable': 'any',
};

const fields = ['', 'false', 'true', 'request_headers', 'URL', 'code', 'message', 'unescaped'];

export const provenPostProcessors: Record<string, ProvenElement> = {
  BeanShellPostProcessor: beanShellElement('BeanShellPostProcessor', 'BeanShell PostProcessor'),
  BSFPostProcessor: bsfElement('BSF PostProcessor'),
  BoundaryExtractor: {
    title: 'Boundary Extractor',
    needs: ['BoundaryExtractor.refname', 'BoundaryExtractor.match_number'],
    properties: {
      'BoundaryExtractor.useHeaders': fields,
      'BoundaryExtractor.refname': {
        only: 'with a name for the variable',
        isMet: (value) => value !== '',
      },
      'BoundaryExtractor.lboundary': 'any',
      'BoundaryExtractor.rboundary': 'any',
      'BoundaryExtractor.default': 'any',
      'BoundaryExtractor.default_empty_value': boolean,
      'BoundaryExtractor.match_number': 'any',
      ...scope,
    },
  },
  'com.atlantbh.jmeter.plugins.jsonutils.jsonpathextractor.JSONPathExtractor': {
    title: 'jp@gc - JSON Path Extractor',
    needs: ['JSONPATH'],
    properties: {
      VAR: 'any',
      JSONPATH: {
        only: jsonPathWords,
        isMet: (value) => typeof value === 'string' && isProvenJsonPath(value),
      },
      DEFAULT: 'any',
      VARIABLE: 'any',
      SUBJECT: ['', 'BODY', 'VAR'],
      // Not a property of the plugin version in the toolchain.
      INPUT_FORMAT: 'ignored',
    },
  },
  DebugPostProcessor: {
    title: 'Debug PostProcessor',
    properties: {
      displayJMeterVariables: boolean,
      displaySamplerProperties: boolean,
      displayJMeterProperties: boolean,
      displaySystemProperties: ['false'],
    },
    note: shownNote,
  },
  HtmlExtractor: {
    title: 'CSS Selector Extractor',
    needs: ['HtmlExtractor.expr'],
    properties: {
      'HtmlExtractor.refname': 'any',
      'HtmlExtractor.expr': {
        only: cssWords,
        isMet: (value) => typeof value === 'string' && isProvenSelector(value),
      },
      'HtmlExtractor.attribute': {
        only: 'without the prefix abs:',
        isMet: (value) => typeof value === 'string' && !/abs:|\$\{/.test(value),
      },
      'HtmlExtractor.default': 'any',
      'HtmlExtractor.default_empty_value': boolean,
      'HtmlExtractor.match_number': 'any',
      'HtmlExtractor.extractor_impl': ['', 'JSOUP'],
      ...scope,
    },
  },
  JSONPostProcessor: {
    title: 'JSON Extractor',
    needs: ['JSONPostProcessor.referenceNames', 'JSONPostProcessor.jsonPathExprs'],
    properties: {
      'JSONPostProcessor.referenceNames': {
        only: 'with as many names as paths and defaults',
        isMet: (_, element) => {
          const [names = 0, ...others] = ['referenceNames', 'jsonPathExprs', 'defaultValues'].map(
            (name) => javaSplit(textProperty(element, `JSONPostProcessor.${name}`), ';').length,
          );
          return names > 0 && others.every((count) => count === names);
        },
      },
      'JSONPostProcessor.jsonPathExprs': {
        only: jsonPathWords,
        isMet: (value) =>
          typeof value === 'string' &&
          javaSplit(value, ';').every((path) => path.trim() === '' || isProvenJsonPath(path.trim())),
      },
      'JSONPostProcessor.match_numbers': {
        only: 'with a whole number for each path, or none at all',
        isMet: (value, element) => {
          const paths = javaSplit(textProperty(element, 'JSONPostProcessor.jsonPathExprs'), ';');
          return (
            typeof value === 'string' &&
            (value.trim() === '' ||
              (/^\s*-?\d+\s*(;\s*-?\d+\s*)*;*$/.test(value) && javaSplit(value, ';').length <= paths.length))
          );
        },
      },
      'JSONPostProcessor.defaultValues': 'any',
      'JSONPostProcessor.compute_concat': boolean,
      ...scope,
    },
  },
  JSR223PostProcessor: jsr223Element('JSR223PostProcessor', 'JSR223 PostProcessor'),
  RegexExtractor: {
    title: 'Regular Expression Extractor',
    properties: {
      'RegexExtractor.useHeaders': fields,
      'RegexExtractor.refname': 'any',
      'RegexExtractor.regex': {
        only: `${regexWords}, and that cannot match nothing at all where more than the first match counts`,
        isMet: (value, element) =>
          typeof value === 'string' &&
          isProvenRegex(value, textProperty(element, 'RegexExtractor.match_number') === '1'),
      },
      'RegexExtractor.template': 'any',
      'RegexExtractor.default': 'any',
      'RegexExtractor.default_empty_value': boolean,
      'RegexExtractor.match_number': 'any',
      ...scope,
    },
  },
  ResultAction: {
    title: 'Result Status Action Handler',
    properties: { 'OnError.action': ['0', '1', '2', '3', '4', '5', '6'] },
  },
  XPathExtractor: {
    title: 'XPath Extractor',
    needs: ['XPathExtractor.xpathQuery'],
    properties: {
      'XPathExtractor.xpathQuery': {
        only: xpathWords,
        isMet: (value, element) =>
          isReadInJvm(element) || (typeof value === 'string' && isProvenXPath(value)),
      },
      'XPathExtractor.refname': 'any',
      'XPathExtractor.default': 'any',
      'XPathExtractor.matchNumber': 'any',
      'XPathExtractor.fragment': boolean,
      'XPathExtractor.namespace': boolean,
      'XPathExtractor.tolerant': boolean,
      'XPathExtractor.download_dtds': boolean,
      // Not read by JMeter.
      'XPathExtractor.validate': 'ignored',
      'XPathExtractor.whitespace': 'ignored',
      // Settings of the tolerant parser.
      'XPathExtractor.quiet': boolean,
      'XPathExtractor.report_errors': boolean,
      'XPathExtractor.show_warnings': boolean,
      ...scope,
    },
    note: jvmXPathNote,
  },
};
