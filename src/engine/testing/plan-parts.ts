import { type PlanElement, textsIn } from '../../jmx/plan-tree.ts';
import { isFunctionName } from '../../jmx/proven/functions.ts';
import { provenElements } from '../../jmx/proven/proven.ts';
import { parseText } from '../../languages/references/parse-text.ts';

/** A function call as written in a plan. */
export interface Call {
  name: string;
  args: readonly string[];
}

/** The enabled elements of a plan and the function calls in them; equal ones are one part. By a label. */
export interface PlanParts {
  elements: Map<string, PlanElement[]>;
  calls: Map<string, Call>;
}

/** Labels have the order of the plan, not its ports, so that they are the same in every run. */
export function partsOfPlan(roots: readonly PlanElement[]): PlanParts {
  const elements = new Labels<PlanElement[]>();
  const calls = new Labels<Call>();
  const addCalls = (text: string) => {
    for (const part of text.includes('${') ? partsOfText(text) : []) {
      if (typeof part === 'object' && 'function' in part) {
        const call = { name: part.function, args: part.args };
        calls.at(call.name, keyOf(call), () => call);
        part.args.forEach(addCalls);
      }
    }
  };
  const visit = (element: PlanElement) => {
    if (!element.isEnabled) {
      return;
    }
    elements.at(element.kind, contentOf(element), () => []).push(element);
    addCalls(element.name);
    for (const [name, value] of element.properties) {
      if (provenElements[element.kind]?.properties[name] !== 'ignored') {
        textsIn(value).forEach(addCalls);
      }
    }
    element.children.forEach(visit);
  };
  roots.forEach(visit);
  return { elements: elements.byLabel, calls: calls.byLabel };
}

export const keyOf = ({ name, args }: Call): string => JSON.stringify([name, ...args]);

/** Parts by label: the first of a kind has the kind as its label, the others also their number. */
class Labels<T> {
  readonly byLabel = new Map<string, T>();
  readonly #byContent = new Map<string, T>();
  readonly #counts = new Map<string, number>();

  at(kind: string, content: string, make: () => T): T {
    const known = this.#byContent.get(content);
    if (known !== undefined) {
      return known;
    }
    const count = (this.#counts.get(kind) ?? 0) + 1;
    const part = make();
    this.#counts.set(kind, count);
    this.#byContent.set(content, part);
    this.byLabel.set(count === 1 ? kind : `${kind} ${count}`, part);
    return part;
  }
}

const contentOf = ({ kind, guiClass, name, properties }: PlanElement) =>
  JSON.stringify([kind, guiClass, name, ...properties], (_key, value: unknown) =>
    value instanceof Map ? [...value] : value,
  );

/** No parts for broken calls: JMeter rejects the plans of some cases. */
function partsOfText(text: string) {
  try {
    return parseText(text, isFunctionName);
  } catch {
    return [];
  }
}
