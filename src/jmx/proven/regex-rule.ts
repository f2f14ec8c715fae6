import { RegexRefusal, translateRegex } from '../../languages/oro-regex/translate-regex.ts';
import { BrokenCall, parseText } from '../../languages/references/parse-text.ts';

/**
 * Whether the engine runs an expression like JMeter, with plain words in place of its variables. If a value makes the
 * expression unsupported during the run, the engine stops the test with the reason.
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

/** The same for an argument of a function, in which JMeter always removes escapes. */
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
