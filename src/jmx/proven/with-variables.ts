import { parseText } from '../../languages/references/parse-text.ts';

/**
 * Whether `parse` accepts an expression, with one of `words` in place of all of its JMeter variables: a number, or a
 * name where numbers are not allowed. `parse` throws a `refusal` for an expression that it rejects.
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
