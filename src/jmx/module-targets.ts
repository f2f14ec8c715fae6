import { listProperty, type PlanElement } from './plan-tree.ts';

/** The elements of a plan with the same path of names. `last`: the last of them in the plan. */
interface Named {
  last?: PlanElement;
  within: Map<string, Named>;
}

/** Targets of Module Controllers, indexed by path: a lookup does not depend on the size of the plan. */
export class ModuleTargets {
  readonly #roots: readonly PlanElement[];
  #tree: Named | undefined;

  constructor(roots: readonly PlanElement[]) {
    this.#roots = roots;
  }

  /** The last element with the controller's path. Module Controllers are never targets. */
  of(module: PlanElement): PlanElement | undefined {
    this.#tree ??= namesOf(this.#roots);
    let named: Named | undefined = this.#tree;
    // The first name is that of JMeter's root, which is not in the file.
    for (const { value } of listProperty(module, 'ModuleController.node_path').slice(1)) {
      named = named?.within.get(typeof value === 'string' ? value : '');
    }
    return named?.last;
  }
}

function namesOf(roots: readonly PlanElement[]): Named {
  const tree: Named = { within: new Map() };
  const add = (elements: readonly PlanElement[], to: Named): void => {
    for (const element of elements) {
      if (element.kind !== 'ModuleController') {
        const named = to.within.get(element.name) ?? { within: new Map<string, Named>() };
        to.within.set(element.name, named);
        named.last = element;
        add(element.children, named);
      }
    }
  };
  add(roots, tree);
  return tree;
}
