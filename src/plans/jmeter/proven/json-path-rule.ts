import { JsonPathRefusal, parseJsonPath } from '../json-path.ts';
import { parseText } from '../parse-text.ts';

export const jsonPathWords =
  'with paths of names, indexes, slices, wildcards, .. and plain filters, and without functions';

/** Whether a path is one that our engine runs as Jayway's does; variables in it are taken for plain words. */
export function isProvenJsonPath(written: string): boolean {
  try {
    parseJsonPath(written.includes('${') ? withWords(written) : written);
    return true;
  } catch (error) {
    if (error instanceof JsonPathRefusal) {
      return false;
    }
    throw error;
  }
}

/** A number where it stands for an index, a word elsewhere: both are plain. */
function withWords(written: string): string {
  return parseText(written, () => false)
    .map((part) => (typeof part === 'string' ? part : '1'))
    .join('');
}
