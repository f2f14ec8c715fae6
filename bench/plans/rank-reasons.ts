/** A reason why plans cannot run on an engine. */
export interface RankedReason {
  reason: string;
  /** Plans with this reason, alone or among others. */
  plans: number;
  /** Plans with no other reason. */
  alone: number;
  /** Plans without remaining reasons once this one and all before it are removed. */
  freed: number;
}

/**
 * Orders reasons by the effect of removing them one after another: next is the one that frees the most plans, and in
 * a tie the one that most of the remaining plans have. Each plan is the set of its reasons.
 */
export function rankReasons(plans: readonly ReadonlySet<string>[]): RankedReason[] {
  const left = plans.map((reasons) => new Set(reasons)).filter(({ size }) => size > 0);
  const counts = countPlans(plans);
  const alone = countPlans(plans.filter(({ size }) => size === 1));
  const ranked: RankedReason[] = [];
  let freed = 0;
  while (left.some(({ size }) => size > 0)) {
    const reason = nextReason(left.filter(({ size }) => size > 0));
    for (const reasons of left) {
      if (reasons.delete(reason) && reasons.size === 0) freed += 1;
    }
    ranked.push({ reason, plans: counts.get(reason) ?? 0, alone: alone.get(reason) ?? 0, freed });
  }
  return ranked;
}

function nextReason(plans: readonly ReadonlySet<string>[]): string {
  const all = countPlans(plans);
  const frees = countPlans(plans.filter(({ size }) => size === 1));
  const [first] = [...all.keys()].sort(
    (a, b) =>
      (frees.get(b) ?? 0) - (frees.get(a) ?? 0) || (all.get(b) ?? 0) - (all.get(a) ?? 0) || (a < b ? -1 : 1),
  );
  return first ?? '';
}

function countPlans(plans: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const reasons of plans) {
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}
