import type { DescribedGroup } from './plan-description.ts';

/** Groups whose number of users can change at run time. */
const adjustable = new Set(['ThreadGroup', 'ConcurrencyThreadGroup']);
/** Open workload models: arrivals follow a schedule, so they cannot be paused. */
const openModels = new Set(['OpenModelThreadGroup', 'ArrivalsThreadGroup', 'FreeFormArrivalsThreadGroup']);
const setUpAndTearDown = new Set(['SetupThreadGroup', 'PostThreadGroup']);

/** Why the number of users of a plan cannot be changed during a run; undefined if it can. */
export function refusalOfUsers(groups: readonly DescribedGroup[]): string | undefined {
  const running = groupsOfLoad(groups);
  const [only] = running;
  if (!only || running.length > 1)
    return `The plan has ${running.length} thread groups. The number of users can be changed in plans with one.`;
  if (adjustable.has(only.kind)) return undefined;
  return `The schedule of "${only.name}" (${only.kind}) determines the number of users. It can be changed in a Thread Group or Concurrency Thread Group.`;
}

/** Why a plan cannot be paused during a run; undefined if it can. */
export function refusalOfPause(groups: readonly DescribedGroup[]): string | undefined {
  const open = groupsOfLoad(groups).find(({ kind }) => openModels.has(kind));
  return open && `"${open.name}" (${open.kind}) is an open workload model: users arrive by its schedule.`;
}

function groupsOfLoad(groups: readonly DescribedGroup[]): DescribedGroup[] {
  return groups.filter(({ isEnabled, kind }) => isEnabled && !setUpAndTearDown.has(kind));
}
