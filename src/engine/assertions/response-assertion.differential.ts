import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  http,
  planWith,
  strings,
  type TestElement,
  type Value,
  withXml,
} from '../testing/plan.ts';

const assertion = (
  field: string,
  type: number,
  patterns: readonly string[],
  more: Record<string, Value> = {},
): TestElement =>
  withXml(
    {
      ...element('ResponseAssertion', `${field} \${__samplerName}`, {
        'Assertion.test_field': `Assertion.${field}`,
        'Assertion.test_type': type,
        'Assertion.assume_success': false,
        ...more,
      }),
      guiClass: 'AssertionGui',
    },
    strings('Asserion.test_strings', patterns),
  );

const on = (path: string, ...children: TestElement[]) => ({
  plan: ({ port }: { port: number }) =>
    planWith({}, { text: 'some text', x: '1' }, group({}, http('page', { port, path }, ...children))),
});
const types = [1, 2, 8, 16, 5, 6, 12, 20, 33, 34, 40, 48, 37, 38, 44, 52];

export const cases: DifferentialCase[] = [
  {
    name: 'every rule, met and not',
    ...on(
      '/echo/abc',
      ...types.flatMap((type) => [
        assertion('response_data', type, ['/echo/abc']),
        assertion('response_data', type, ['nope']),
        assertion('response_data', type, ['nope', 'abc']),
        assertion('response_data', type, ['abc', 'nope', '\\w+']),
        assertion('response_data', type, []),
      ]),
    ),
  },
  {
    name: 'every field',
    ...on(
      '/html?a=b',
      ...[
        'response_data',
        'response_code',
        'response_message',
        'response_headers',
        'request_headers',
        'request_data',
        'sample_label',
        'unknown',
        '',
      ].flatMap((field) => [
        assertion(field, 2, ['200|OK|X-Target|Connection|GET|html']),
        assertion(field, 16, ['never there']),
      ]),
    ),
  },
  {
    name: 'texts that differ are shown with the difference',
    ...on(
      '/echo/abcdefghij',
      assertion('response_data', 8, ['/echo/abcdefghij']),
      assertion('response_data', 8, ['/echo/abcXefghij']),
      assertion('response_data', 8, ['/echo/abcdef']),
      assertion('response_data', 8, ['']),
      assertion('response_data', 8, ['x']),
      assertion('response_data', 8, ['/echo/abcdefghijk']),
      assertion('response_data', 8, [`${'long '.repeat(40)}`]),
      assertion('response_code', 8, ['201']),
      assertion('response_data', 12, ['/echo/abcdefghij']),
    ),
  },
  {
    name: 'long texts are cut in the difference',
    ...on(
      '/html',
      assertion('response_data', 8, [
        '<html><head><title>A page</title></head><body><p id="x">token=abc123; <a href="/ok">ok</a> token=XXXXXX;</p></body></html>',
        'other',
      ]),
      assertion('response_data', 8, [`${'<html>'.repeat(60)}`]),
    ),
  },
  {
    name: 'a failed answer that is meant to fail, and a message of its own',
    ...on(
      '/status/404',
      assertion('response_code', 8, ['404'], { 'Assertion.assume_success': true }),
      assertion('response_code', 8, ['200'], { 'Assertion.custom_message': 'not ${x} but ${unset}' }),
      assertion('response_code', 40, ['200', '201'], { 'Assertion.custom_message': 'neither' }),
      assertion('response_code', 8, ['200'], { 'Assertion.custom_message': '' }),
    ),
  },
  {
    name: 'assuming success makes good what the code said and nothing else',
    ...on('/status/500', assertion('response_code', 2, ['5..'], { 'Assertion.assume_success': true })),
  },
  {
    name: 'empty answers',
    ...on(
      '/empty',
      assertion('response_data', 2, ['x']),
      assertion('response_data', 6, ['x']),
      assertion('response_data', 16, ['']),
      assertion('response_data', 40, ['x'], { 'Assertion.custom_message': 'own' }),
    ),
  },
  {
    name: 'variables, also in what is expected',
    ...on(
      '/echo/1',
      assertion('', 16, ['text'], { 'Assertion.scope': 'variable', 'Scope.variable': 'text' }),
      assertion('', 16, ['nope'], { 'Assertion.scope': 'variable', 'Scope.variable': 'text' }),
      assertion('', 16, ['nope'], { 'Assertion.scope': 'variable', 'Scope.variable': 'unset' }),
      assertion('response_data', 2, ['^/echo/${x}$', 'e.h${x}?o']),
      assertion('response_data', 16, ['/${x}', '/${text}']),
    ),
  },
  {
    name: 'sub-samples',
    ...on(
      '/redirect/302?to=/html',
      assertion('response_code', 8, ['302'], { 'Assertion.scope': 'children' }),
      assertion('response_code', 8, ['200'], { 'Assertion.scope': 'all' }),
      assertion('response_code', 8, ['302'], { 'Assertion.scope': 'parent' }),
    ),
  },
  {
    name: 'a sample without URL and body',
    plan: [
      group({}, debug('empty', assertion('sample_label', 2, ['x']), assertion('response_data', 2, ['x']))),
    ],
  },
];
