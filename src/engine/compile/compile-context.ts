import { type PlanElement, textProperty } from '../../plans/jmeter/plan-tree.ts';
import type { CompileContext, Text, World } from '../core.ts';
import { compileText } from '../text/compile-text.ts';

/** Makes what elements are compiled with, one for each group; what they share outlives it. */
export class CompileContexts {
  readonly #world: World;
  readonly #shared = new Map<unknown, unknown>();
  readonly #texts = new Map<PlanElement, Map<string, Text>>();

  constructor(world: World) {
    this.#world = world;
  }

  next(): CompileContext {
    let index = 0;
    return {
      world: this.#world,
      compile: (raw) => compileText(raw, this.#world),
      text: (element, property, fallback) => this.#text(element, property, fallback),
      nextIndex: () => index++,
      shared: <T>(key: unknown, make: () => T): T => {
        const found = (this.#shared.get(key) as T | undefined) ?? make();
        this.#shared.set(key, found);
        return found;
      },
    };
  }

  /** Compiled once for each element, for functions in it count for all groups together. */
  #text(element: PlanElement, property: string, fallback?: string): Text {
    let texts = this.#texts.get(element);
    if (!texts) {
      texts = new Map();
      this.#texts.set(element, texts);
    }
    let text = texts.get(property);
    if (!text) {
      text = compileText(textProperty(element, property, fallback), this.#world);
      texts.set(property, text);
    }
    return text;
  }
}
