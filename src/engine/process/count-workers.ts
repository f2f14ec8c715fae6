import { availableParallelism } from 'node:os';
import { estimateUsers } from '../../jmx/estimate-users.ts';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import { findShared } from '../../jmx/shared-users.ts';
import type { EngineOptions } from '../../tool-process/engine-options.ts';
import { maxGroups } from '../scheduler/worker-context.ts';

/** A worker with fewer users is not worth its overhead. */
const usersPerWorker = 16;
const minHeapMb = 128;

/** Number of worker threads, and the element or function that limits the plan to one, if any. */
export function countWorkers(
  plan: PlanElement,
  options: EngineOptions,
): { count: number; shared: string | undefined } {
  if (options.scriptJvm) {
    return { count: 1, shared: 'a script in a JVM' };
  }
  const shared = findShared(plan);
  if (shared !== undefined || plan.children.length > maxGroups) {
    return { count: 1, shared };
  }
  if (options.workers !== undefined) {
    return { count: options.workers, shared };
  }
  const byUsers = Math.floor(estimateUsers(plan, options.properties) / usersPerWorker);
  const byMemory = Math.floor((options.heapMb ?? Number.POSITIVE_INFINITY) / minHeapMb);
  return { count: Math.max(1, Math.min(availableParallelism(), byUsers, byMemory)), shared };
}
