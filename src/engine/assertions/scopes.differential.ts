import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  element,
  group,
  http,
  planWith,
  strings,
  type TestElement,
  type Value,
  withXml,
} from '../testing/plan.ts';

/** The redirect is a sub-sample. */
const on = (path: string, ...children: TestElement[]) => ({
  plan: ({ port }: { port: number }) =>
    planWith(
      {},
      { text: 'a word', xml: '<a><b/></a>' },
      group({}, http('page', { port, path }, ...children)),
    ),
});
const scopes = ['parent', 'children', 'all', 'variable'].map((scope) => ({
  'Assertion.scope': scope,
  'Scope.variable': 'text',
}));
const xml = `/type?type=text/xml&hex=${Buffer.from('<a><b>1</b></a>').toString('hex')}`;
const xmlScopes = scopes.map((each) => ({ ...each, 'Scope.variable': 'xml' }));

export const cases: DifferentialCase[] = [
  {
    name: 'DurationAssertion of the sample, its sub-samples, both and a variable',
    ...on(
      '/redirect/302?to=/slow/80',
      ...scopes.map((scope) =>
        element('DurationAssertion', 'short', { 'DurationAssertion.duration': 5, ...scope }),
      ),
      ...scopes.map((scope) =>
        element('DurationAssertion', 'long', { 'DurationAssertion.duration': 60_000, ...scope }),
      ),
    ),
    // Whether the redirect alone takes as long is up to the machine.
    summarize: (samples) =>
      samples.map(({ label, success, assertions, children }) => ({
        label,
        success,
        assertions: assertions.map(({ name, isFailure, isError }) => [name, isFailure, isError]),
        children: children.map((child) => child.label),
      })),
  },
  {
    name: 'BinaryContentAssertion of the sample, its sub-samples, and both',
    ...on(
      '/redirect/302?to=/html',
      ...scopes.slice(0, 3).flatMap((scope) =>
        ['Equals', 'NotEquals'].map((comparisonType) =>
          element('eu.luminis.jmeter.assertions.BinaryContentAssertion', comparisonType, {
            ...{ comparisonType, compareValue: 'ff' },
            'Assertion.scope': scope['Assertion.scope'],
          }),
        ),
      ),
    ),
  },
  {
    name: 'SizeAssertion and ResponseAssertion of no field, and of each scope',
    ...on(
      '/redirect/302?to=/html',
      element('SizeAssertion', 'no field', {
        'Assertion.test_field': '',
        'SizeAssertion.size': 3,
        'SizeAssertion.operator': 1,
      }),
      ...scopes.map((scope) =>
        element('SizeAssertion', 'size', {
          'Assertion.test_field': 'SizeAssertion.response_data',
          'SizeAssertion.size': 3,
          'SizeAssertion.operator': 3,
          ...scope,
        }),
      ),
      withXml(
        element('ResponseAssertion', 'no field', { 'Assertion.test_field': '', 'Assertion.test_type': '2' }),
        strings('Asserion.test_strings', ['word', 'page']),
      ),
    ),
  },
  {
    name: 'XPathAssertion of each scope, and with what only other parsers heed',
    ...on(
      xml,
      ...xmlScopes.map((scope) =>
        element('XPathAssertion', 'one', {
          'XPath.xpath': '//b',
          'XPath.negate': false,
          'XPath.tolerant': false,
          'XPath.validate': false,
          'XPath.download_dtds': false,
          'XPath.whitespace': true,
          'XPath.quiet': true,
          'XPath.report_errors': true,
          'XPath.show_warnings': true,
          ...scope,
        } satisfies Record<string, Value>),
      ),
    ),
  },
];
