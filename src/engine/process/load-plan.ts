import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import type { EngineOptions } from '../../tool-process/engine-options.ts';
import { replaceInPlan } from '../compile/replace-in-plan.ts';

/** The Test Plan with the targets of its Module and Include controllers. Throws when it has no plan or no target. */
export function loadPlan(options: Pick<EngineOptions, 'filesFolder' | 'planName'>): PlanElement {
  const { filesFolder, planName } = options;
  const { roots } = readJmx(planName, readFileSync(join(filesFolder, planName)));
  const plan = roots.find((element) => element.kind === 'TestPlan');
  if (!plan) {
    throw new Error(`${planName} contains no Test Plan element.`);
  }
  return replaceInPlan(plan, options);
}
