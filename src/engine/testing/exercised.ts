import { basename } from 'node:path';
import { type PlanElement, type PropertyValue, textsIn } from '../../jmx/plan-tree.ts';
import { isFunctionName, provenFunctions } from '../../jmx/proven/functions.ts';
import { provenElements } from '../../jmx/proven/proven.ts';
import type { PropertyRule, ProvenElement } from '../../jmx/proven/proven-element.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { replaceControllers } from '../../jmx/replace-controllers.ts';
import { parseText } from '../../languages/references/parse-text.ts';
import type { DifferentialCase } from './differential-case.ts';
import { planFile } from './run-case.ts';
import { placeholderPorts } from './target-ports.ts';

/** Collects what plans that ran in both engines contain: enabled elements, their properties, and function calls. */
export class Exercised {
  readonly #elements = new Map<string, PlanElement[]>();
  readonly #calls = new Map<string, string[][]>();

  add(each: DifferentialCase): void {
    const files = new Map(Object.entries(each.files ?? {}));
    const readInclude = (path: string) => {
      const content = files.get(basename(path));
      return content === undefined ? undefined : readJmx(path, Buffer.from(content)).roots;
    };
    const tree = readJmx('plan.jmx', Buffer.from(planFile(each, placeholderPorts))).roots;
    for (const root of replaceControllers(tree, readInclude).roots) {
      this.#addElement(root);
    }
  }

  #addElement(element: PlanElement): void {
    if (!element.isEnabled) {
      return;
    }
    listOf(this.#elements, element.kind).push(element);
    this.#addCalls(element.name);
    for (const [name, value] of element.properties) {
      if (provenElements[element.kind]?.properties[name] !== 'ignored') {
        for (const text of textsIn(value)) {
          this.#addCalls(text);
        }
      }
    }
    for (const child of element.children) {
      this.#addElement(child);
    }
  }

  #addCalls(text: string): void {
    for (const part of text.includes('${') ? partsOf(text) : []) {
      if (typeof part === 'object' && 'function' in part) {
        listOf(this.#calls, part.function).push(part.args);
        for (const arg of part.args) {
          this.#addCalls(arg);
        }
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

/** No parts for broken calls: JMeter rejects the plans of some cases. */
function partsOf(text: string) {
  try {
    return parseText(text, isFunctionName);
  } catch {
    return [];
  }
}

function listOf<T>(lists: Map<string, T[]>, name: string): T[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}
