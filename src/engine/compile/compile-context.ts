import { booleanProperty, type PlanElement, textProperty } from '../../jmx/plan-tree.ts';
import type { CompileContext, Environment, Text } from '../core.ts';
import { LocalNumbers, type SharedNumbers } from '../state/shared-numbers.ts';
import { compileText } from '../text/compile-text.ts';
import { LoopIndexVariables } from './loop-index-variables.ts';

/** Creates the compile context of a group; shared state outlives it. */
export class CompileContexts {
  readonly #environment: Environment;
  readonly #shared = new Map<unknown, unknown>();
  readonly #numbers: SharedNumbers;
  readonly #names = new Map<PlanElement, string>();
  readonly #texts = new Map<PlanElement, Map<string, Text>>();

  readonly #indexVariables: LoopIndexVariables;
  readonly #isFunctional: boolean;

  constructor(plan: PlanElement, environment: Environment) {
    this.#environment = environment;
    this.#isFunctional = booleanProperty(plan, 'TestPlan.functional_mode');
    this.#indexVariables = new LoopIndexVariables(plan);
    this.#numbers = environment.numbers ?? new LocalNumbers();
  }

  next(): CompileContext {
    let index = 0;
    return {
      environment: this.#environment,
      isFunctional: this.#isFunctional,
      compile: (raw) => compileText(raw, this.#environment),
      text: (element, property, fallback) => this.#text(element, property, fallback),
      nextIndex: () => index++,
      loopIndexVariable: (name) => this.#indexVariables.of(name, this.#environment.variableNames),
      numbers: this.#numbers,
      nameOf: (element) => this.#nameOf(element),
      shared: <T>(key: unknown, make: () => T): T => {
        const found = (this.#shared.get(key) as T | undefined) ?? make();
        this.#shared.set(key, found);
        return found;
      },
    };
  }

  /** Unique, and equal in all workers, because they compile the same plan in the same order. */
  #nameOf(element: PlanElement): string {
    const name = this.#names.get(element) ?? `element ${this.#names.size}`;
    this.#names.set(element, name);
    return name;
  }

  /** Compiled once per element, because functions such as `__counter` in it have state that all groups share. */
  #text(element: PlanElement, property: string, fallback?: string): Text {
    let texts = this.#texts.get(element);
    if (!texts) {
      texts = new Map();
      this.#texts.set(element, texts);
    }
    let text = texts.get(property);
    if (!text) {
      text = compileText(textProperty(element, property, fallback), this.#environment);
      texts.set(property, text);
    }
    return text;
  }
}
