import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const size = (operator: Value, bytes: Value, more: Record<string, Value> = {}) =>
  element('SizeAssertion', `size ${operator} ${bytes}`, {
    'SizeAssertion.size': bytes,
    'SizeAssertion.operator': operator,
    ...more,
  });
const field = (name: string) => ({ 'Assertion.test_field': `SizeAssertion.${name}` });
const duration = (ms: Value, more: Record<string, Value> = {}) =>
  element('DurationAssertion', `duration ${ms}`, { 'DurationAssertion.duration': ms, ...more });
const md5 = (hex: string) => element('MD5HexAssertion', 'md5', { 'MD5HexAssertion.size': hex });

const on = (path: string, ...children: TestElement[]) => ({
  plan: ({ port }: { port: number }) =>
    planWith({}, { five: '5', word: 'word' }, group({}, http('page', { port, path }, ...children))),
});

export const cases: DifferentialCase[] = [
  {
    name: 'SizeAssertion compares in every way',
    ...on(
      '/html',
      ...[1, 2, 3, 4, 5, 6, 7].flatMap((operator) => [
        size(operator, 123, field('response_data')),
        size(operator, 4, field('response_data')),
        size(operator, 1234567, field('response_data')),
      ]),
    ),
  },
  {
    name: 'SizeAssertion of every field',
    ...on(
      '/html',
      size(1, 1, field('response_headers')),
      size(1, 1, field('response_data')),
      size(1, 3, field('response_code')),
      size(1, 3, field('response_message')),
      size(1, 1, field('response_network_size')),
      size(1, 1),
      size(1, '${five}', { 'Assertion.scope': 'variable', 'Scope.variable': 'five' }),
      size(1, 6, { 'Assertion.scope': 'variable', 'Scope.variable': 'five' }),
      size(1, 6, { 'Assertion.scope': 'variable', 'Scope.variable': 'word' }),
      size(1, 6, { 'Assertion.scope': 'variable', 'Scope.variable': 'unset' }),
    ),
  },
  {
    name: 'SizeAssertion of sub-samples',
    ...on('/redirect/302?to=/html', size(3, 3, { ...field('response_data'), 'Assertion.scope': 'all' })),
  },
  {
    name: 'DurationAssertion within its time, and without one',
    ...on('/html', duration(60_000), duration(0), duration('-1'), duration('soon'), duration('${five}0000')),
  },
  {
    name: 'DurationAssertion of what took too long',
    ...on('/slow/80', duration(20), duration('1')),
    normalize: (text) => text.replaceAll(/It took [\d,]+ ms|It took [\d,]+ milliseconds/g, 'It took long'),
  },
  {
    name: 'MD5HexAssertion',
    ...on(
      '/echo/abc',
      md5('0ABB'),
      md5(''),
      md5('900150983cd24fb0d6963f7d28e17f72'),
      md5('BC52BEB2CFB4CD76EEA7FC28EBBB3A32'),
    ),
  },
  { name: 'MD5HexAssertion of nothing', ...on('/empty', md5('0ABB')) },
];
