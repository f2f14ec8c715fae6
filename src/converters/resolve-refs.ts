import { isObject, type Json } from './parse-document.ts';

const maxHops = 50;

/** Resolves references within a document. References to other documents are collected in `external`. */
export class RefResolver {
  readonly external = new Set<string>();
  readonly #document: unknown;

  constructor(document: unknown) {
    this.#document = document;
  }

  /** The object itself, or the target of its `$ref`; undefined if there is none. */
  resolve(value: unknown): Json | undefined {
    let current = value;
    for (let hops = 0; isObject(current) && typeof current.$ref === 'string'; hops += 1) {
      if (hops >= maxHops) return undefined;
      current = this.#find(current.$ref);
    }
    return isObject(current) ? current : undefined;
  }

  #find(ref: string): unknown {
    if (!ref.startsWith('#')) {
      this.external.add(ref);
      return undefined;
    }
    let current = this.#document;
    for (const part of ref.slice(1).split('/').slice(1)) {
      const key = decodePointer(part);
      if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
      current = (current as Json)[key];
    }
    return current;
  }
}

const decodePointer = (part: string) =>
  part.replaceAll('%7B', '{').replaceAll('%7D', '}').replaceAll('~1', '/').replaceAll('~0', '~');
