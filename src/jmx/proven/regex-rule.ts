import { RegexRefusal, translateRegex } from '../../languages/oro-regex/translate-regex.ts';
import { BrokenCall, parseText } from '../../languages/references/parse-text.ts';

/**
 * Whether an expression in a plan is one that our engine runs as JMeter does. Variables in it are taken for plain words:
 * should they turn out to be more than our engine knows, it stops the test and says so.
 */
export function isProvenRegex(written: string, isFirstMatchOnly: boolean): boolean {
  try {
    const { isNullable } = translateRegex(withWords(written));
    return isFirstMatchOnly || !isNullable;
  } catch (error) {
    if (error instanceof RegexRefusal) {
      return false;
    }
    throw error;
  }
}

/** The same for an argument of a function, whose escapes JMeter always takes away. */
export function isProvenRegexArgument(written: string): boolean {
  return isProvenRegex(partsWithWords(written), false);
}

function withWords(written: string): string {
  return written.includes('${') ? partsWithWords(written) : written;
}

function partsWithWords(written: string): string {
  try {
    return parseText(written, (name) => name.startsWith('__'))
      .map((part) => (typeof part === 'string' ? part : 'word'))
      .join('');
  } catch (error) {
    if (error instanceof BrokenCall) {
      return written;
    }
    throw error;
  }
}

export const regexWords = 'with an expression that means the same in JavaScript and repeats no repetitions';
