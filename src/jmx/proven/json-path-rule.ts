import { JsonPathRefusal, parseJsonPath } from '../../languages/json-path/parse-json-path.ts';
import { isReadWithVariables } from './with-variables.ts';

export const jsonPathWords =
  'with paths of names, indexes, slices, wildcards, .. and plain filters, and without functions';

/**
 * Whether a path is one that our engine runs as Jayway's does. Variables in it are taken for numbers: an index where one
 * stands, a plain word elsewhere.
 */
export const isProvenJsonPath = (written: string): boolean =>
  isReadWithVariables(written, parseJsonPath, JsonPathRefusal, ['1']);
