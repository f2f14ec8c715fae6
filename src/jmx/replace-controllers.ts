import { AppError } from '../domain/errors.ts';
import { ModuleTargets } from './module-targets.ts';
import { mostCopies, mostLevels } from './plan-limits.ts';
import { listProperty, type PlanElement, textProperty } from './plan-tree.ts';

/** Returns the tree of the file that an Include Controller names; undefined if the file cannot be read. */
export type ReadInclude = (path: string) => readonly PlanElement[] | undefined;

/** Why a controller cannot be replaced by its target. */
export interface ReplacementProblem {
  element: PlanElement;
  reason: string;
}

/**
 * Copies the targets of Module and Include Controllers into them, as JMeter does before a run. Each copy has its own
 * state. Throws `plan_broken` if JMeter cannot build the plan either.
 */
export function replaceControllers(
  roots: readonly PlanElement[],
  readInclude: ReadInclude,
): { roots: PlanElement[]; problems: ReplacementProblem[] } {
  const replacer = new Replacer(roots, readInclude);
  return { roots: roots.map((root) => replacer.replace(root, [], false)), problems: replacer.problems };
}

/** Targets and files that contain the current element, to detect cycles. */
type Trail = readonly unknown[];

class Replacer {
  readonly problems: ReplacementProblem[] = [];
  readonly #targets: ModuleTargets;
  readonly #readInclude: ReadInclude;
  readonly #read = new Map<string, readonly PlanElement[] | undefined>();
  #copies = 0;
  #depth = 0;

  constructor(roots: readonly PlanElement[], readInclude: ReadInclude) {
    this.#targets = new ModuleTargets(roots);
    this.#readInclude = readInclude;
  }

  replace(element: PlanElement, trail: Trail, isIncluded: boolean): PlanElement {
    this.#depth += 1;
    if (this.#depth > mostLevels) {
      throw broken(
        element,
        `With the targets of its Module and Include controllers, the plan is nested more than ${mostLevels.toLocaleString('en')} levels deep, which is too deep.`,
      );
    }
    const children = element.isEnabled ? this.#childrenOf(element, trail, isIncluded) : element.children;
    this.#depth -= 1;
    const isSame =
      children.length === element.children.length &&
      children.every((child, at) => child === element.children[at]);
    return isSame ? element : { ...element, children };
  }

  #childrenOf(element: PlanElement, trail: Trail, isIncluded: boolean): PlanElement[] {
    if (element.kind === 'ModuleController') {
      return this.#moduleOf(element, trail, isIncluded);
    }
    if (element.kind !== 'IncludeController') {
      return element.children.map((child) => this.replace(child, trail, isIncluded));
    }
    const path = textProperty(element, 'IncludeController.includepath').trim();
    refuseLoop(element, path, trail);
    return this.#includeOf(element, path).map((child) =>
      this.replace(this.#copyOf(child, element), [...trail, path], true),
    );
  }

  #moduleOf(element: PlanElement, trail: Trail, isIncluded: boolean): PlanElement[] {
    const target = this.#targets.of(element);
    if (!target || isIncluded) {
      const reason = target
        ? 'It is in an included file, where JMeter does not search for its target.'
        : 'Its path does not lead to an element.';
      this.problems.push({ element, reason });
      return [];
    }
    refuseLoop(element, target, trail);
    const copy = this.#copyOf(target, element);
    return [this.replace({ ...copy, isEnabled: true }, [...trail, target], false)];
  }

  #includeOf(element: PlanElement, path: string): readonly PlanElement[] {
    const tree = this.#treeOf(path);
    if (!tree) {
      this.problems.push({ element, reason: whyNotRead(path) });
      return [];
    }
    const children = fragmentIn(tree);
    if (!children) {
      throw broken(element, `${path} has no test fragment, so JMeter does not run a plan that includes it.`);
    }
    return children;
  }

  #treeOf(path: string): readonly PlanElement[] | undefined {
    if (!this.#read.has(path)) {
      this.#read.set(path, this.#readInclude(path));
    }
    return this.#read.get(path);
  }

  /** Limits the copies: a few dozen controllers that each have two copies of the next one multiply to billions. */
  #copyOf(element: PlanElement, controller: PlanElement): PlanElement {
    this.#copies += 1;
    if (this.#copies > mostCopies) {
      throw broken(
        controller,
        `The targets of the plan's Module and Include controllers have more than ${mostCopies.toLocaleString('en')} elements in total, which is too many.`,
      );
    }
    return { ...element, children: element.children.map((child) => this.#copyOf(child, controller)) };
  }
}

/** Children of the first test fragment, at the top level or in the test plan. */
function fragmentIn(elements: readonly PlanElement[]): readonly PlanElement[] | undefined {
  for (const { kind, children } of elements) {
    if (kind === 'TestPlan') {
      return fragmentIn(children);
    }
    if (kind === 'TestFragmentController') {
      return children;
    }
  }
  return undefined;
}

/** JMeter reads the file before variables exist. */
function whyNotRead(path: string): string {
  if (path === '') {
    return 'It has no file name, so JMeter includes nothing.';
  }
  return path.includes('${')
    ? 'Its path contains a variable or function, which JMeter does not evaluate, so it includes nothing.'
    : 'The included file cannot be read.';
}

const broken = ({ place }: PlanElement, reason: string) => new AppError('plan_broken', `${place}: ${reason}`);

/** JMeter follows a cycle until its stack overflows. */
function refuseLoop(element: PlanElement, target: unknown, trail: Trail): void {
  if (trail.includes(target)) {
    throw broken(element, 'It includes itself, so JMeter cannot build the plan.');
  }
}

/**
 * Throws `plan_broken` if a Module Controller has no target. JMeter resolves all of them first, including disabled
 * ones, and does not run the plan if a target is missing.
 */
export function refuseLostModules(plan: readonly PlanElement[]): void {
  const targets = new ModuleTargets(plan);
  const visit = (element: PlanElement): void => {
    if (element.kind === 'ModuleController' && isTargetInFile(element, plan) && !targets.of(element)) {
      throw broken(
        element,
        'Its path does not lead to an element. JMeter does not run such a plan, even if this controller is disabled.',
      );
    }
    element.children.forEach(visit);
  };
  plan.forEach(visit);
}

/** Paths into elements beside the test plan, such as a WorkBench, contain names that are not in the file. */
function isTargetInFile(module: PlanElement, plan: readonly PlanElement[]): boolean {
  // The first name is that of JMeter's root, which is not in the file.
  const [, top] = listProperty(module, 'ModuleController.node_path');
  const [only, ...others] = plan.filter(({ name }) => name === top?.value);
  return plan.length === 1 || (only?.kind === 'TestPlan' && others.length === 0);
}
