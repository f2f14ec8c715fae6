import { JmesPathRefusal } from '../jmespath/jmespath-node.ts';
import { parseJmesPath } from '../jmespath/parse-jmespath.ts';
import { parseText } from '../parse-text.ts';

export const jmesPathWords = 'with a valid JMESPath without slices that go backwards';

/**
 * Whether an expression is one that our engine evaluates as jmespath-java does. JMeter's variables in it are taken for
 * numbers, or for names where a number cannot be.
 */
export function isProvenJmesPath(written: string): boolean {
  return written.includes('${')
    ? isRead(withWords(written, '1')) || isRead(withWords(written, 'a'))
    : isRead(written);
}

function isRead(written: string): boolean {
  try {
    parseJmesPath(written);
    return true;
  } catch (error) {
    if (error instanceof JmesPathRefusal) {
      return false;
    }
    throw error;
  }
}

function withWords(written: string, word: string): string {
  return parseText(written, () => false)
    .map((part) => (typeof part === 'string' ? part : word))
    .join('');
}
