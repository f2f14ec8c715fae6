import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const asserted = (xpath: string, more: Record<string, Value> = {}): TestElement =>
  element('XPath2Assertion', `xpath ${xpath}`, {
    'XPath.xpath': xpath,
    'XPath.negate': false,
    'XPath.namespaces': '',
    'Assertion.scope': 'variable',
    'Scope.variable': 'doc',
    ...more,
  });
const both = (xpath: string, more: Record<string, Value> = {}) => [
  asserted(xpath, more),
  asserted(xpath, { ...more, 'XPath.negate': true }),
];

export const cases: DifferentialCase[] = [
  {
    name: 'XPath 2: what is there and not',
    plan: planWith(
      {},
      { doc: '<a id="1"><b>5</b><b/></a>', word: 'b' },
      group(
        {},
        debug(
          'sample',
          ...[
            '/',
            '//b',
            '//c',
            'count(//b) = 2',
            'count(//b) = 3',
            'count(//c)',
            "//b = '5'",
            'not(//c)',
            'true()',
            'false()',
          ]
            .concat([
              "//a[@id='1']/b",
              '//${word}[1]',
              '//@id',
              '//@no',
              "//b[. = '5'] and //a",
              '//b/text()',
            ])
            .flatMap((path) => both(path)),
          asserted('//b', { 'Scope.variable': 'nope' }),
          ...both('//b', { 'Scope.variable': 'word' }),
        ),
      ),
    ),
  },
  {
    name: 'XPath 2: prefixes of an assertion',
    plan: planWith(
      {},
      { doc: '<s:a xmlns:s="urn:s"><b xmlns="urn:b"/></s:a>' },
      group(
        {},
        debug(
          'sample',
          ...both('/x:a/y:b', { 'XPath.namespaces': 'x=urn:s\ny=urn:b' }),
          ...both('//b', { 'XPath.namespaces': 'x=urn:s' }),
        ),
      ),
    ),
  },
  {
    name: 'XPath 2 assertions on answers',
    plan: ({ port }) =>
      planWith(
        {},
        {},
        group(
          {},
          http('json', { port, path: '/json' }, ...both('//a', { 'Assertion.scope': 'parent' })),
          http('empty', { port, path: '/status/204' }, ...both('//a', { 'Assertion.scope': 'all' })),
        ),
      ),
  },
];
