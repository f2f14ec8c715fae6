import { basename } from 'node:path';
import type { PlanElement, PropertyValue } from '../../jmx/plan-tree.ts';
import { provenFunctions } from '../../jmx/proven/functions.ts';
import { provenElements } from '../../jmx/proven/proven.ts';
import type { PropertyRule, ProvenElement } from '../../jmx/proven/proven-element.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { replaceControllers } from '../../jmx/replace-controllers.ts';
import type { DifferentialCase } from './differential-case.ts';
import { partsOfPlan } from './plan-parts.ts';
import { planFile } from './run-case.ts';
import { placeholderPorts } from './target-ports.ts';

/** Collects what both engines executed: elements with their properties, and function calls. */
export class Exercised {
  readonly #elements = new Map<string, PlanElement[]>();
  readonly #calls = new Map<string, (readonly string[])[]>();

  /** `idle`: the parts of the plan that were not executed. */
  add(each: DifferentialCase, idle: readonly string[]): void {
    const files = new Map(Object.entries(each.files ?? {}));
    const readInclude = (path: string) => {
      const content = files.get(basename(path));
      return content === undefined ? undefined : readJmx(path, Buffer.from(content)).roots;
    };
    const tree = readJmx('plan.jmx', Buffer.from(planFile(each, placeholderPorts))).roots;
    const { elements, calls } = partsOfPlan(replaceControllers(tree.slice(0, 1), readInclude).roots);
    const left = new Set(idle);
    for (const [label, [element]] of elements) {
      if (element && !left.has(label)) {
        listOf(this.#elements, element.kind).push(element);
      }
    }
    for (const [label, { name, args }] of calls) {
      if (!left.has(label)) {
        listOf(this.#calls, name).push(args);
      }
    }
  }

  /**
   * Entries of the proven tables that no plan contains: elements, GUI classes, properties, values, functions,
   * arguments.
   */
  missing(): string[] {
    return [
      ...Object.entries(provenElements).flatMap(([kind, proven]) => this.#missingOf(kind, proven)),
      ...Object.entries(provenFunctions).flatMap(([name, { args, condition }]) => {
        const calls = (this.#calls.get(name) ?? []).filter((call) => condition?.isMet(call) !== false);
        return countsWithin(args)
          .filter((count) => !calls.some((call) => call.length === count))
          .map((count) => `${name} with ${count} arguments`);
      }),
    ];
  }

  #missingOf(kind: string, { properties, guiClasses = [] }: ProvenElement): string[] {
    const elements = this.#elements.get(kind) ?? [];
    return [
      ...(elements.length === 0 ? [kind] : []),
      ...guiClasses
        .filter((gui) => !elements.some(({ guiClass }) => guiClass === gui))
        .map((gui) => `${kind} of ${gui}`),
      ...Object.entries(properties).flatMap(([name, rule]) =>
        missingValues(elements, name, rule).map((value) => `${kind} ${name}${value}`),
      ),
    ];
  }
}

function missingValues(elements: readonly PlanElement[], name: string, rule: PropertyRule): string[] {
  const isIn = (isMet: (value: PropertyValue, element: PlanElement) => boolean) =>
    elements.some((element) => {
      const value = element.properties.get(name);
      return value !== undefined && isMet(value, element);
    });
  if (typeof rule === 'string') {
    return isIn(() => true) ? [] : [''];
  }
  if ('only' in rule) {
    return isIn((value, element) => rule.isMet(value, element)) ? [] : [''];
  }
  return rule.filter((wanted) => !isIn((value) => value === wanted)).map((wanted) => `=${wanted}`);
}

/** Each number of arguments; the two smallest if there is no maximum (99). */
function countsWithin([least, most]: readonly [number, number]): number[] {
  return most === 99
    ? [least, least + 1]
    : Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

function listOf<T>(lists: Map<string, T[]>, name: string): T[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}
