import { parseText } from '../../languages/references/parse-text.ts';

/**
 * Whether an expression is one that `parse` takes. JMeter's variables in it are taken for `words`: numbers, or names
 * where a number cannot be. What is refused is thrown as a `refusal`.
 */
export function isReadWithVariables(
  written: string,
  parse: (written: string) => unknown,
  refusal: abstract new (...args: never[]) => Error,
  words: readonly string[] = ['1', 'a'],
): boolean {
  const isRead = (expression: string): boolean => {
    try {
      parse(expression);
      return true;
    } catch (error) {
      if (error instanceof refusal) {
        return false;
      }
      throw error;
    }
  };
  return written.includes('${') ? words.some((word) => isRead(withWords(written, word))) : isRead(written);
}

function withWords(written: string, word: string): string {
  return parseText(written, () => false)
    .map((part) => (typeof part === 'string' ? part : word))
    .join('');
}
