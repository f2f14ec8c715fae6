import type { DifferentialCase } from '../differential-case.ts';
import { type PlanData, renderPlan } from './plan-data.ts';

/** A plan as data, for both engines. */
export function asCase(name: string, plan: PlanData): DifferentialCase {
  const { files, isConcurrent } = plan;
  return {
    name,
    plan: ({ port }) => renderPlan(plan, port),
    properties: { given: 'by property' },
    files,
    isConcurrent,
  };
}
