import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { replaceControllers } from '../../jmx/replace-controllers.ts';
import type { Environment } from '../core.ts';

/** Replaces Module and Include controllers by their targets; throws when a target is missing. */
export function replaceInPlan(plan: PlanElement, environment: Pick<Environment, 'filesFolder'>): PlanElement {
  const { roots, problems } = replaceControllers([plan], (path) =>
    readInclude(environment.filesFolder, path),
  );
  const [problem] = problems;
  if (problem) {
    throw new Error(`${problem.element.place}: ${problem.reason}`);
  }
  return roots[0] ?? plan;
}

function readInclude(folder: string, path: string): PlanElement[] | undefined {
  const file = resolve(folder, path);
  return existsSync(file) ? readJmx(path, readFileSync(file)).roots : undefined;
}
