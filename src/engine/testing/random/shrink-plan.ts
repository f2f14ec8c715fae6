import type { PlanData } from './plan-data.ts';
import { isBounded } from './plan-guard.ts';
import { smallerPlans } from './smaller-plans.ts';

/** The smallest plan found within `maxTries` that still satisfies `isWanted`. */
export async function shrinkPlan(
  plan: PlanData,
  isWanted: (smaller: PlanData) => Promise<boolean>,
  maxTries: number,
): Promise<PlanData> {
  let best = plan;
  let tries = 0;
  /** Number of smaller plans already ruled out: the next search continues from about there. */
  let skipped = 0;
  for (;;) {
    const found = await firstWanted(best, skipped);
    if (found) {
      best = found.plan;
      skipped = found.at;
    } else if (skipped > 0 && tries < maxTries) {
      skipped = 0;
    } else {
      return best;
    }
  }

  async function firstWanted(
    from: PlanData,
    after: number,
  ): Promise<{ plan: PlanData; at: number } | undefined> {
    let at = -1;
    for (const smaller of smallerPlans(from)) {
      at += 1;
      if (at < after || !isBounded(smaller)) {
        continue;
      }
      if (tries >= maxTries) {
        return undefined;
      }
      tries += 1;
      if (await isWanted(smaller)) {
        return { plan: smaller, at };
      }
    }
    return undefined;
  }
}
