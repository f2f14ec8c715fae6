import { parseSelector, type Selector, SelectorRefusal } from '../../languages/css/parse-selector.ts';
import { CompiledCache } from './compiled-cache.ts';

/** CSS selectors of a worker. */
export class Selectors extends CompiledCache<Selector> {
  constructor() {
    super(parseSelector, SelectorRefusal);
  }
}
