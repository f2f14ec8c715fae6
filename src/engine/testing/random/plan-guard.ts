import { judgeElements } from '../../../jmx/judge-elements.ts';
import { findJvmScripts } from '../../../jmx/jvm-scripts.ts';
import { readJmx } from '../../../jmx/read-jmx.ts';
import { constants } from './making.ts';
import {
  type ElementProperty,
  filesOf,
  type PlanData,
  type PlanNode,
  plainValue,
  renderPlan,
} from './plan-data.ts';

const maxSamples = 150;

/** Whether the plan is proven without a JVM and has few samples at most. */
export function isBounded(plan: PlanData): boolean {
  return (
    samplesOf(plan.root, plan.root) <= maxSamples &&
    !nestsLocks(plan.root, plan.root, undefined) &&
    isProven(plan)
  );
}

/** Whether locks are nested: users that take two locks in different orders deadlock. */
function nestsLocks(each: PlanNode, root: PlanNode, held: string | undefined): boolean {
  const isLock = each.kind === 'CriticalSectionController';
  const taken = isLock ? (plainValue(each, 'CriticalSectionController.lockName') ?? '') : held;
  if (held !== undefined && taken !== held) return true;
  return bodyOf(each, root).some((child) => nestsLocks(child, root, taken));
}

/** The children of an element, or of the element that it points to. */
function bodyOf(each: PlanNode, root: PlanNode): readonly PlanNode[] {
  if (each.included) return [each.included];
  if (each.kind !== 'ModuleController') return each.children;
  const path = each.properties.flatMap((property) => ('items' in property ? property.items : []));
  const last = path.at(-1);
  const name = last && 'value' in last ? last.value : '';
  return root.children.filter((child) => child.kind === 'TestFragmentController' && child.name === name);
}

function isProven(plan: PlanData): boolean {
  const files = filesOf(plan);
  const readInclude = (path: string) => readJmx(path, Buffer.from(files[path] ?? '')).roots;
  const { roots } = readJmx('plan.jmx', Buffer.from(renderPlan(plan, 1)));
  return judgeElements(roots, readInclude).length === 0 && findJvmScripts(roots).size === 0;
}

/** An upper bound. */
function samplesOf(each: PlanNode, root: PlanNode): number {
  const inner = bodyOf(each, root).reduce((sum, child) => sum + samplesOf(child, root), 0);
  const own = /Sampler|TestAction|TransactionController/.test(each.kind) ? 1 : 0;
  return own + inner * passesOf(each);
}

function passesOf(each: PlanNode): number {
  switch (each.kind) {
    case 'LoopController':
      return loopsOf(each);
    case 'WhileController':
      return whilePasses(plainValue(each, 'WhileController.condition') ?? '');
    case 'ForeachController':
      return 5;
    case 'ThreadGroup':
    case 'SetupThreadGroup':
    case 'PostThreadGroup':
      return groupPasses(each);
    default:
      return 1;
  }
}

const endless = Number.POSITIVE_INFINITY;

function loopsOf(loop: PlanNode | ElementProperty): number {
  const written = plainValue(loop, 'LoopController.loops') ?? '1';
  const value = written.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => constants[name] ?? 'x');
  return /^\d*$/.test(value) ? Number(value) : endless;
}

function whilePasses(condition: string): number {
  const [, most] =
    /^\$\{__jexl3\((?:\$\{__counter\(TRUE\)\} % |\$\{__jm__W\d+__idx\} < )(\d)(?: != 0)?\)\}$/.exec(
      condition,
    ) ?? [];
  return condition === 'false' ? 1 : most === undefined ? endless : Number(most) + 1;
}

function groupPasses(group: PlanNode): number {
  const main = group.properties.find(({ name }) => name === 'ThreadGroup.main_controller');
  const isPlain =
    main !== undefined && 'kind' in main && plainValue(main, 'LoopController.continue_forever') === 'false';
  const users = Number(plainValue(group, 'ThreadGroup.num_threads') ?? endless);
  return isPlain ? users * loopsOf(main) : endless;
}
