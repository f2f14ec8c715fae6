import { JsonPathRefusal } from '../../languages/json-path/parse-json-path.ts';
import type { Text, User } from '../core.ts';
import { JsonPath } from './json-path.ts';

const maxCached = 1000;

/** Paths by what they became once variables were put in. */
export class JsonPaths {
  readonly #known = new Map<string, JsonPath>();

  /** For texts that hold no variable: a path that cannot be run is found before anything runs. */
  prepare(text: Text, split: (text: string) => string[]): void {
    for (const path of text.constant === undefined ? [] : split(text.constant)) {
      this.#known.set(path, new JsonPath(path));
    }
  }

  get(user: User, written: string): JsonPath {
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
}

function compileFor(user: User, written: string): JsonPath {
  try {
    return new JsonPath(written);
  } catch (error) {
    if (error instanceof JsonPathRefusal) {
      stopForUnproven(user, error.message);
    }
    throw error;
  }
}

/** Rather no result than a wrong one. */
export function stopForUnproven(user: User, what: string): void {
  user.runner.refuse(`The plan has come to ${what}`);
}
