import { assertSame, runBoth } from '../compare-case.ts';
import type { RawFacts } from '../facts.ts';
import { hangMessage, type Oracle } from '../oracle.ts';
import { RefusedRun } from '../run-ours.ts';
import type { Target } from '../target.ts';
import { asCase } from './as-case.ts';
import type { PlanData } from './plan-data.ts';
import { printCase } from './print-case.ts';
import { randomPlan } from './random-plan.ts';
import { shrinkPlan } from './shrink-plan.ts';
import { hasStacks, readsStacks, withoutStacks } from './without-stacks.ts';

/**
 * `refused`: a value led to something that our engine refuses to run, which is not a wrong result. `stack`: an extractor
 * read the stack trace of a Java exception, which our engine does not have.
 */
export type Outcome = 'same' | 'refused' | 'stack' | Difference;

export interface Difference {
  /** The difference that the smallest plan found shows. */
  difference: string;
  /** The source of that plan, in the form of the `.differential.ts` files. */
  found: string;
}

const breakOff = 'It breaks off: ';
const maxTries = 400;

/** Runs the random plan of a seed in both engines; if they differ, shrinks it to a small plan. */
export async function compareSeed(oracle: Oracle, target: Target, seed: number): Promise<Outcome> {
  const plan = randomPlan(seed);
  const differ = (each: PlanData) => compare(oracle, target, each);
  const first = await differ(plan);
  if (typeof first === 'string') {
    return first;
  }
  if (first.difference.includes(hangMessage)) {
    // Each smaller plan that hangs would take as long.
    return { ...first, found: printCase(`seed ${seed}`, plan) };
  }
  // Shrinking must not turn a difference into a failed run, such as that of an incomplete plan, or vice versa.
  const isBreak = (difference: string) => difference.startsWith(breakOff);
  const isAlike = (outcome: Compared) =>
    typeof outcome !== 'string' && isBreak(outcome.difference) === isBreak(first.difference);
  const small = await shrinkPlan(plan, async (smaller) => isAlike(await differ(smaller)), maxTries);
  const last = await differ(small);
  const difference =
    typeof last === 'string' ? 'It was gone when the smallest plan ran once more.' : last.difference;
  return { difference, found: printCase(`seed ${seed}`, small) };
}

type Compared = Exclude<Outcome, Difference> | Pick<Difference, 'difference'>;

async function compare(oracle: Oracle, target: Target, plan: PlanData): Promise<Compared> {
  const each = asCase('random', plan);
  let facts: Awaited<ReturnType<typeof runBoth>>;
  try {
    facts = await runBoth(oracle, target, each);
  } catch (error) {
    if (error instanceof RefusedRun) {
      return 'refused';
    }
    return { difference: `${breakOff}${error instanceof Error ? error.message : String(error)}` };
  }
  const { apache, ours } = facts;
  if (readsStacks(apache, ours)) {
    return 'stack';
  }
  const comparable = hasStacks(apache) ? withoutStacks : (facts: RawFacts) => facts;
  try {
    assertSame(each, comparable(ours), comparable(apache));
    return 'same';
  } catch (error) {
    return { difference: error instanceof Error ? error.message : String(error) };
  }
}
