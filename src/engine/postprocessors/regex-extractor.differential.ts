import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const regex = (
  refname: string,
  expression: string,
  more: Record<string, Value> = {},
  scope: Record<string, Value> = {},
): TestElement => {
  const own = { refname, regex: expression, template: '$1$', match_number: 1, default: 'none', ...more };
  const named = Object.entries(own).map(([key, value]) => [`RegexExtractor.${key}`, value] as const);
  return element('RegexExtractor', 'Extractor', { ...Object.fromEntries(named), ...scope });
};

/** Expressions shown on a variable, one after another, with all their matches. */
const tried = (
  name: string,
  text: string,
  expressions: readonly string[],
  match: Value = -1,
): DifferentialCase => ({
  name,
  plan: planWith(
    {},
    { text, word: 'key', x: '1' },
    group(
      {},
      debug(
        'sample',
        ...expressions.map((expression, index) =>
          regex(`m${index}`, expression, { match_number: match, template: '<$0$>' }, variable),
        ),
      ),
    ),
  ),
});
const variable = { 'Sample.scope': 'variable', 'Scope.variable': 'text' };

const page = (...children: TestElement[]) => ({
  plan: ({ port }: { port: number }) => [
    group({ loops: 2 }, http('page', { port, path: '/html' }, ...children)),
  ],
});

export const cases: DifferentialCase[] = [
  tried('the dialect: classes, quantifiers and anchors', 'key="a1"; Key=\'b22\'\nkey=c333 ü_9\r\nend', [
    '\\w+',
    '\\d+',
    '\\s',
    '\\S+',
    '[^\\s;]+',
    'key=(.)',
    'key=.+',
    '(?i)key=(.+?)',
    'k..=[\'"]([a-z]\\d{1,2})[\'"]',
    '^key',
    'end$',
    '(?m)^key=(\\w+)',
    '(?s)key.*end',
    '\\bk\\w+',
    'a|b|c',
    '(a|b)\\d(?=[\'"])',
    '(?:k|K)ey(?!=")',
    '=(["\'])?(\\w)',
    '[[a-z]1',
    '[]"]',
    'c{1}3{2,}',
    '3{2}?',
    'x{y',
    '\\x41|\\x61',
    '[\\w-]+',
    '${word}=(\\w+)',
  ]),
  tried('the dialect: what few know', 'a]b{c}d\\e/f.g-h+i*j?k(l)m|n$o^p', [
    '\\]b\\{c\\}',
    '[a-c{}]+',
    '\\\\e\\/f\\.g\\-h\\+i\\*j\\?k\\(l\\)m\\|n\\$o\\^p',
    '\\Qa',
    '[.+*?]',
    '[$^|]',
    '[a^]',
    'p\\Z',
    '\\Aa',
    'l\\)',
  ]),
  tried('the first match of what may be empty', 'aab', ['a*', '(b*)', '.*', '(x?)'], 1),
  {
    name: 'groups, templates and defaults',
    ...page(
      regex('a', 'token=(\\w+)'),
      regex('b', 'token=(\\w)(\\w+);', { template: '$2$-$1$ [$0$]' }),
      regex('c', 'token=(\\w+)', { template: '' }),
      regex('d', 'token=(x)?(\\w+)', { template: '$1$$2$$7$' }),
      regex('e', 'nothing=(\\w+)'),
      regex('f', 'nothing=(\\w+)', { default: '' }),
      regex('g', 'nothing=(\\w+)', { default: '', default_empty_value: true }),
      regex('h', 'token=(\\w+)', { match_number: 2 }),
      regex('i', 'token=(\\w+)', { match_number: 3 }),
      regex('j', 'token=(\\w+)', { match_number: -1 }),
      regex('k', 'nothing=(\\w+)', { match_number: -1 }),
      regex('l', 'a page(x)?', { match_number: 0 }),
      regex('m', 'A p(a)ge', { match_number: 0 }),
      regex('n', 'A p(a)ge', { match_number: '' }),
      regex('o', 'A p(a)ge', { match_number: ' 1' }),
      regex('${a}', 'A p(a)ge', { template: '${a}$1$' }),
    ),
  },
  {
    name: 'what was there before goes, with its groups',
    ...page(
      regex('v', '(t)(o)(k)en=', { match_number: -1 }),
      regex('v', 'A (p)age', { match_number: -1 }),
      regex('v', '(t)(o)ken='),
      regex('v', '(t)oken='),
      regex('v', 'never()', { default: '' }),
      regex('w', '(t)(o)ken=', { match_number: -1 }),
      regex('w', 'A (p)age', { match_number: 1 }),
    ),
  },
  {
    name: 'every field',
    ...page(
      regex('headers', 'X-Target: (\\w+)', { useHeaders: 'true' }),
      regex('request', 'Connection: (.+)', { useHeaders: 'request_headers' }),
      regex('url', '127.0.0.1:\\d+(/.*)', { useHeaders: 'URL' }),
      regex('code', '(.+)', { useHeaders: 'code' }),
      regex('message', '(.+)', { useHeaders: 'message' }),
      regex('body', '<title>(.+?)<', { useHeaders: 'false' }),
      regex('unescaped', '<title>(.+?)<', { useHeaders: 'unescaped' }),
      regex('default', '<title>(.+?)<'),
    ),
  },
  {
    name: 'sub-samples, variables and samples without an answer',
    plan: ({ port }) => [
      group(
        {},
        http(
          'redirected',
          { port, path: '/redirect/302?to=/html' },
          regex('parent', '(\\w+)', { useHeaders: 'code' }),
          regex(
            'children',
            '(\\w+)',
            { useHeaders: 'code', match_number: -1 },
            { 'Sample.scope': 'children' },
          ),
          regex('all', '(\\w+)', { useHeaders: 'code', match_number: -1 }, { 'Sample.scope': 'all' }),
          regex('second', '(\\w+)', { useHeaders: 'code', match_number: 2 }, { 'Sample.scope': 'all' }),
          regex('none', '(.+)', {}, { 'Sample.scope': 'variable', 'Scope.variable': 'unset' }),
          regex('from', '(2)', {}, { 'Sample.scope': 'variable', 'Scope.variable': 'all_2' }),
        ),
        debug('empty', regex('parent', '(.+)')),
      ),
    ],
  },
];
