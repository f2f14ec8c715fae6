import { JsonPath } from '../../languages/json-path/json-path.ts';
import { JsonPathRefusal } from '../../languages/json-path/parse-json-path.ts';
import { CompiledCache } from './compiled-cache.ts';

/** JSON paths of a worker. */
export class JsonPaths extends CompiledCache<JsonPath> {
  constructor() {
    super((written) => new JsonPath(written), JsonPathRefusal);
  }
}
