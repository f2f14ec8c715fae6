import { parseSelector, SelectorRefusal } from '../css-selector.ts';
import { parseText } from '../parse-text.ts';

export const cssWords =
  'with selectors of tags, ids, classes, attributes, combinators, places, :contains(), :has(), :is() and :not(), without regular expressions';

/** Whether a selector is one that our engine reads as jsoup does; variables in it are taken for plain words. */
export function isProvenSelector(written: string): boolean {
  const plain = written.includes('${')
    ? parseText(written, () => false)
        .map((part) => (typeof part === 'string' ? part : '1'))
        .join('')
    : written;
  try {
    parseSelector(plain);
    return true;
  } catch (error) {
    if (error instanceof SelectorRefusal) {
      return false;
    }
    throw error;
  }
}
