import type { RawFacts } from '../facts.ts';
import type { SampleFacts } from '../sample-facts.ts';

/** Whether a sample's body is the stack trace of a Java exception, which only Apache JMeter has. */
export const hasStacks = ({ samples }: RawFacts): boolean =>
  JSON.stringify(samples).includes(String.raw`\tat java.base/`);

/**
 * Whether an extractor of the plan read a stack trace: a variable differs, and Apache JMeter's value is text of one before
 * it. What follows from it cannot be compared.
 */
export function readsStacks(apache: RawFacts, ours: RawFacts): boolean {
  let stacks = '';
  return apache.samples.some((sample, at) => {
    stacks += stacksIn(sample);
    const own = ours.samples[at]?.variables ?? {};
    return Object.entries(sample.variables).some(
      ([name, value]) => value.length >= leastStackText && own[name] !== value && stacks.includes(value),
    );
  });
}

/** Shorter texts, such as digits, are in each stack. */
const leastStackText = 4;

const stacksIn = ({ body, children }: SampleFacts): string =>
  [...(body.match(stackLines) ?? []), ...children.map(stacksIn)].join('');

const stackLines = /(?:\r?\n\tat [^\n]*)+/g;

/**
 * Facts without stack traces, the sizes and digests that depend on them, and the contents of files, which may have
 * both.
 */
export const withoutStacks = (facts: RawFacts): RawFacts => {
  const files = Object.fromEntries(Object.keys(facts.files).map((name) => [name, '']));
  return { ...(withoutStacksIn(facts) as RawFacts), files };
};

const byteCounts: ReadonlySet<string> = new Set(['bytes', 'bodyBytes']);

function withoutStacksIn(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replaceAll(/(?:\r?\n\tat [^\n]*)+|\r?\n$/g, '')
      .replaceAll(/It was [\d,]+ bytes/g, 'It was (size) bytes')
      .replaceAll(/: got [0-9a-f]{32} /g, ': got (digest) ');
  }
  if (Array.isArray(value)) {
    return value.map(withoutStacksIn);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, byteCounts.has(name) ? 0 : withoutStacksIn(each)]),
    );
  }
  return value;
}
