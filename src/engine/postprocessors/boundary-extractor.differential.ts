import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http, planWith, type Value } from '../testing/plan.ts';

const boundary = (
  refname: string,
  lboundary: string,
  rboundary: string,
  more: Record<string, Value> = {},
  scope: Record<string, Value> = {},
) => {
  const own = { refname, lboundary, rboundary, match_number: 1, default: 'none', ...more };
  const named = Object.entries(own).map(([key, value]) => [`BoundaryExtractor.${key}`, value] as const);
  return element('BoundaryExtractor', 'Extractor', { ...Object.fromEntries(named), ...scope });
};
const variable = { 'Sample.scope': 'variable', 'Scope.variable': 'text' };

export const cases: DifferentialCase[] = [
  {
    name: 'boundaries, matches and defaults',
    plan: ({ port }) =>
      planWith(
        {},
        { text: 'a[b]c[d]', blank: ' ' },
        group(
          { loops: 2 },
          http(
            'page',
            { port, path: '/html' },
            boundary('a', 'token=', ';'),
            boundary('b', 'token=', ';', { match_number: 2 }),
            boundary('c', 'token=', ';', { match_number: 3 }),
            boundary('d', 'token=', ';', { match_number: -1 }),
            boundary('e', 'none=', ';', { default: '' }),
            boundary('f', 'none=', ';', { default: '', default_empty_value: true }),
            boundary('g', '', '<head>'),
            boundary('h', '</body>', ''),
            boundary('i', '', '', { useHeaders: 'code' }),
            boundary('j', '<title>', '</title>', { match_number: 0 }),
            boundary('d', 'id=', '>', { match_number: -1 }),
            boundary('k', 'none=', ';', { match_number: -1 }),
            boundary('l', 'X-Target: ', '\n', { useHeaders: 'true' }),
            boundary('m', 'Connection: ', '\n', { useHeaders: 'request_headers' }),
            boundary('n', '/', 'l', { useHeaders: 'URL' }),
            boundary('o', 'O', '', { useHeaders: 'message' }),
            boundary('p', '<title>', '<', { useHeaders: 'unescaped' }),
            boundary('q', '[', ']', { match_number: -1 }, variable),
            boundary('r', '', ']', { match_number: 2 }, variable),
            boundary('s', '[', ']', { match_number: 2 }, variable),
            boundary('t', 'a', 'b', {}, { 'Sample.scope': 'variable', 'Scope.variable': 'unset' }),
            boundary('u', 'a', '', {}, { 'Sample.scope': 'variable', 'Scope.variable': 'blank' }),
            boundary('v', '<', '>', { match_number: -1 }, { 'Sample.scope': 'all' }),
            boundary('w', '', 'nowhere', { match_number: 1 }),
          ),
        ),
      ),
  },
];
