import { JmesPathRefusal } from '../../languages/jmespath/jmespath-node.ts';
import type { Text, User } from '../core.ts';
import { compileJmesPath } from './jmespath.ts';
import type { JmesPath } from './jmespath-values.ts';
import { stopForUnproven } from './json-path-text.ts';
import type { JsonValue } from './json-types.ts';
import { parseStrictly } from './strict-json.ts';

const maxCached = 400;

/** Paths by what they became once variables were put in, and the document that was read last. */
export class JmesPaths {
  readonly #known = new Map<string, JmesPath>();
  #text: string | undefined;
  #document: JsonValue = null;

  /** For texts that hold no variable: a path that cannot be run is found before anything runs. */
  prepare(text: Text, trim: (text: string) => string): void {
    if (text.constant !== undefined) {
      const written = trim(text.constant);
      this.#known.set(written, compileJmesPath(written));
    }
  }

  get(user: User, written: string): JmesPath {
    let path = this.#known.get(written);
    if (!path) {
      path = compileFor(user, written);
      if (this.#known.size >= maxCached) {
        this.#known.clear();
      }
      this.#known.set(written, path);
    }
    return path;
  }

  read(text: string): JsonValue {
    if (text !== this.#text) {
      this.#document = parseStrictly(text);
      this.#text = text;
    }
    return this.#document;
  }
}

function compileFor(user: User, written: string): JmesPath {
  try {
    return compileJmesPath(written);
  } catch (error) {
    if (error instanceof JmesPathRefusal) {
      stopForUnproven(user, error.message);
    }
    throw error;
  }
}
