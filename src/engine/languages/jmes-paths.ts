import { compileJmesPath } from '../../languages/jmespath/jmespath.ts';
import { JmesPathRefusal } from '../../languages/jmespath/jmespath-node.ts';
import type { JmesPath } from '../../languages/jmespath/jmespath-values.ts';
import type { JsonValue } from '../../languages/json/json-types.ts';
import { parseStrictly } from '../../languages/json/strict-json.ts';
import { CompiledCache } from './compiled-cache.ts';

const maxCached = 400;

/** JMESPath expressions of a worker, and the document that was read last. */
export class JmesPaths extends CompiledCache<JmesPath> {
  #text: string | undefined;
  #document: JsonValue = null;

  constructor() {
    super(compileJmesPath, JmesPathRefusal, maxCached);
  }

  read(text: string): JsonValue {
    if (text !== this.#text) {
      this.#document = parseStrictly(text);
      this.#text = text;
    }
    return this.#document;
  }
}
