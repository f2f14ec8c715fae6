import { textProperty } from '../../jmx/plan-tree.ts';
import type { ElementCompiler } from '../core.ts';
import { formatBinary, parseBinary } from '../http/websocket/binary-text.ts';
import { simpleAssertion } from './simple-assertion.ts';

interface Comparison {
  /** Completes "Response expected". */
  readonly words: string;
  isMet(body: Buffer, value: Buffer): boolean;
}

const startsWith = (body: Buffer, value: Buffer) => body.subarray(0, value.length).equals(value);
/** As in the plugin, no body contains an empty value. */
const contains = (body: Buffer, value: Buffer) => value.length > 0 && body.includes(value);

const comparisons: Readonly<Record<string, Comparison>> = {
  Equals: { words: 'to equal', isMet: (body, value) => body.equals(value) },
  NotEquals: { words: 'not to equal', isMet: (body, value) => !body.equals(value) },
  Contains: { words: 'to contain', isMet: contains },
  NotContains: { words: 'not to contain', isMet: (body, value) => !contains(body, value) },
  StartsWith: { words: 'to start with', isMet: startsWith },
  NotStartsWith: { words: 'not to start with', isMet: (body, value) => !startsWith(body, value) },
};

/** Compares the bytes of a response; of the plugin "WebSocket Samplers by Peter Doornbosch". */
export const binaryContentAssertion: ElementCompiler = (element, context) => {
  const value = parseBinary(textProperty(element, 'compareValue'));
  const comparison = comparisons[textProperty(element, 'comparisonType') || 'Contains'];
  if (value === undefined || comparison === undefined) {
    throw new Error(`${element.place}: its value or type of comparison cannot be run by this engine`);
  }
  return simpleAssertion(element, context, ({ body }) =>
    comparison.isMet(body, value)
      ? undefined
      : `Response expected ${comparison.words} ${formatBinary(value)}\nResponse was: ${formatBinary(body)}`,
  );
};
