import { parseSelector, SelectorRefusal } from '../../languages/css/parse-selector.ts';
import { isReadWithVariables } from './with-variables.ts';

export const cssWords =
  'with selectors of tags, ids, classes, attributes, combinators, places, :contains(), :has(), :is() and :not(), without regular expressions';

/** Whether a selector is one that our engine reads as jsoup does; variables in it are taken for plain words. */
export const isProvenSelector = (written: string): boolean =>
  isReadWithVariables(written, parseSelector, SelectorRefusal, ['1']);
