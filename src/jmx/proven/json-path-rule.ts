import { JsonPathRefusal, parseJsonPath } from '../../languages/json-path/parse-json-path.ts';
import { isReadWithVariables } from './with-variables.ts';

export const jsonPathWords =
  'with paths of names, indexes, slices, wildcards, .. and plain filters, and without functions';

/**
 * Whether the engine reads a path like Jayway, with `1` in place of its variables: an index in brackets, a name
 * elsewhere.
 */
export const isProvenJsonPath = (written: string): boolean =>
  isReadWithVariables(written, parseJsonPath, JsonPathRefusal, ['1']);
