import type { DifferentialCase } from '../differential-case.ts';
import { asCase } from './as-case.ts';
import { randomPlan } from './random-plan.ts';

/** Those among the first whose plans make samples, none of them with the stack of a JVM, which only a JVM can make. */
const seeds = [
  1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 15, 18, 20, 21, 23, 24, 25, 26, 27, 29, 34, 35, 37, 39, 41, 42, 44, 46, 47,
  48, 50, 51, 55, 59, 61, 63, 65, 66, 67, 68, 73, 74, 75, 76, 77, 78, 79, 80, 83, 84, 86, 87, 88, 89, 90, 92,
  93, 94, 95, 97,
];

/** Random plans that are the same each time. `SPATE_RANDOM_SEED` with `SPATE_RANDOM_PLANS=1` shrinks a difference. */
export const cases: DifferentialCase[] = seeds.map((seed) => asCase(`seed ${seed}`, randomPlan(seed)));
