import { parseSelector, SelectorRefusal } from '../../languages/css/parse-selector.ts';
import { isReadWithVariables } from './with-variables.ts';

export const cssWords =
  'with selectors of tags, ids, classes, attributes, combinators, places, :contains(), :has(), :is() and :not(), without regular expressions';

/** Whether the engine reads a selector like jsoup, with `1` in place of its variables. */
export const isProvenSelector = (written: string): boolean =>
  isReadWithVariables(written, parseSelector, SelectorRefusal, ['1']);
