import { type PlanElement, textProperty, textsIn } from '../../jmx/plan-tree.ts';
import { branchPrefix, indexName } from '../controllers/loop-index.ts';
import type { LoopIndexVariable, Text } from '../core.ts';
import type { VariableNames } from '../state/variables.ts';

const [marker = ''] = indexName('\n').split('\n');

/**
 * Finds loops whose index variable no other element writes: no other element has the loop's name, no name contains
 * variables, and no text of the plan mentions an index variable. Excluded are loops without a name, which share one
 * variable, and names that the loop of a Parallel branch could have.
 */
export class LoopIndexVariables {
  readonly #plan: PlanElement;
  /** Number of elements per name. */
  #named: Map<string, number> | undefined;
  #isMixed = false;

  constructor(plan: PlanElement) {
    this.#plan = plan;
  }

  of(name: Text, names: VariableNames): LoopIndexVariable {
    const { constant } = name;
    const index = constant === undefined ? undefined : names.name(indexName(constant));
    return { index, isOnlyWriter: this.isOnlyWriter(name.raw) };
  }

  isOnlyWriter(name: string): boolean {
    this.#named ??= this.#read();
    const isOwn = name !== '' && !name.startsWith(branchPrefix);
    return isOwn && !this.#isMixed && this.#named.get(name) === 1;
  }

  #read(): Map<string, number> {
    const named = new Map<string, number>();
    const visit = (element: PlanElement) => {
      named.set(element.name, (named.get(element.name) ?? 0) + 1);
      this.#isMixed ||=
        element.name.includes('${') ||
        namesComeFromFile(element) ||
        [...textsIn(element)].some((text) => text.includes(marker));
      element.children.forEach(visit);
    };
    visit(this.#plan);
    return named;
  }
}

/** The first line of the file has the names, so they can be any. */
const namesComeFromFile = (element: PlanElement) =>
  element.kind.includes('CSVDataSet') && textProperty(element, 'variableNames') === '';
