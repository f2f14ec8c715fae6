import { textProperty } from '../plan-tree.ts';
import { boolean, type ProvenElement } from './proven-element.ts';
import { isProvenRegex, regexWords } from './regex-rule.ts';

const scope: ProvenElement['properties'] = {
  'Sample.scope': ['parent', 'children', 'all', 'variable'],
  'Scope.variable': 'any',
};

const fields = ['', 'false', 'true', 'request_headers', 'URL', 'code', 'message', 'unescaped'];

export const provenPostProcessors: Record<string, ProvenElement> = {
  BoundaryExtractor: {
    title: 'Boundary Extractor',
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
};
