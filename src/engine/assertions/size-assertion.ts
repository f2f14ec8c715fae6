import { withCommas } from '../../languages/java/message-format.ts';
import { parseInteger, parseWhole, requireWhole } from '../../languages/java/numbers.ts';
import type { ElementCompiler } from '../core.ts';
import type { Result } from '../state/result.ts';
import { simpleAssertion } from './simple-assertion.ts';

const sizes: Record<string, (result: Result) => number> = {
  'SizeAssertion.response_headers': (result) => result.headerBytes,
  'SizeAssertion.response_data': (result) => result.bodySize,
  'SizeAssertion.response_code': (result) => result.code.length,
  'SizeAssertion.response_message': (result) => result.message.length,
};

const comparisons: Record<number, { words: string; isMet(size: bigint, allowed: bigint): boolean }> = {
  1: { words: 'been equal to', isMet: (size, allowed) => size === allowed },
  2: { words: 'not been equal to', isMet: (size, allowed) => size !== allowed },
  3: { words: 'been greater than', isMet: (size, allowed) => size > allowed },
  4: { words: 'been less than', isMet: (size, allowed) => size < allowed },
  5: { words: 'been greater or equal to', isMet: (size, allowed) => size >= allowed },
  6: { words: 'been less than or equal to', isMet: (size, allowed) => size <= allowed },
};

export const sizeAssertion: ElementCompiler = (element, context) => {
  const field = context.text(element, 'Assertion.test_field').constant ?? '';
  const read = sizes[field] ?? ((result: Result) => result.bytes);
  const allowed = context.text(element, 'SizeAssertion.size');
  const operator = context.text(element, 'SizeAssertion.operator');
  return simpleAssertion(element, context, (result, user, scope) => {
    let size: bigint | undefined;
    if (scope.of(user) === 'variable') {
      const name = scope.variableName(user);
      const value = user.variables.get(name);
      size = parseWhole(value ?? '', 64);
      if (size === undefined) {
        return `Error parsing variable name: ${name} value: ${value ?? 'null'}`;
      }
    } else {
      size = BigInt(read(result));
    }
    const limit = requireWhole(allowed.evaluate(user), 64);
    const comparison = comparisons[parseInteger(operator.evaluate(user)) ?? 0];
    return comparison?.isMet(size, limit)
      ? undefined
      : `The result was the wrong size: It was ${withCommas(size)} bytes, but should have ${comparison?.words ?? 'ERROR - invalid condition'} ${withCommas(limit)} bytes.`;
  });
};
