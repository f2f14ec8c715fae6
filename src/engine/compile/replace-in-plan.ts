import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { replaceControllers } from '../../jmx/replace-controllers.ts';
import type { World } from '../core.ts';

/** The plan with what its Module and Include controllers point at; throws when one points at nothing. */
export function replaceInPlan(plan: PlanElement, world: Pick<World, 'filesFolder'>): PlanElement {
  const { roots, problems } = replaceControllers([plan], (path) => readInclude(world.filesFolder, path));
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
