import { parseText } from '../languages/references/parse-text.ts';
import { elementProperty, listProperty, type PlanElement, textProperty } from './plan-tree.ts';
import { isFunctionName } from './proven/functions.ts';

const maxDepth = 5;

/** Evaluates numbers in texts of a plan before the run, from the plan's variables and the properties of the run. */
export class KnownNumbers {
  readonly #variables = new Map<string, string>();
  readonly #properties: Readonly<Record<string, string>>;

  constructor(plan: PlanElement, properties: Readonly<Record<string, string>>) {
    this.#properties = properties;
    this.addVariables(elementProperty(plan, 'TestPlan.user_defined_variables'));
  }

  /** Adds the variables of an `Arguments` element. */
  addVariables(element: PlanElement | undefined): void {
    for (const { value } of element ? listProperty(element, 'Arguments.arguments') : []) {
      if (typeof value === 'object' && 'kind' in value) {
        this.#variables.set(textProperty(value, 'Argument.name'), textProperty(value, 'Argument.value'));
      }
    }
  }

  /** Undefined if the text is unknown before the run, negative or not a number. */
  numberOf(text: string): number | undefined {
    const value = this.#resolve(text, maxDepth)?.trim();
    return value !== undefined && /^\d{1,9}([.]\d{1,9})?$/.test(value) ? Number(value) : undefined;
  }

  #resolve(text: string, depth: number): string | undefined {
    if (!text.includes('${')) {
      return text;
    }
    const parts = depth > 0 ? parseText(text, isFunctionName) : [];
    const values = parts.map((part) => {
      if (typeof part === 'string') {
        return part;
      }
      return 'variable' in part
        ? this.#valueOf(this.#variables.get(part.variable), depth)
        : this.#propertyOf(part.function, part.args, depth);
    });
    return parts.length === 0 || values.includes(undefined) ? undefined : values.join('');
  }

  #propertyOf(name: string, args: readonly string[], depth: number): string | undefined {
    if (name !== '__P' && name !== '__property') {
      return undefined;
    }
    const [property = '', second, third] = args;
    const fallback = name === '__P' ? (second ?? '1') : third;
    return this.#properties[property.trim()] ?? this.#valueOf(fallback, depth);
  }

  #valueOf(text: string | undefined, depth: number): string | undefined {
    return text === undefined ? undefined : this.#resolve(text, depth - 1);
  }
}
