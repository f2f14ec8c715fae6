import type { DifferentialCase } from '../differential-case.ts';
import { asCase } from './as-case.ts';
import { randomPlan } from './random-plan.ts';

/** Left out: plans without samples, with the stack of a JVM, or with parts or digests of the temporary folder's name. */
const seeds = [
  2, 4, 5, 6, 7, 9, 10, 11, 13, 15, 16, 17, 18, 19, 20, 21, 23, 26, 27, 28, 29, 32, 33, 38, 39, 40, 41, 42,
  46, 51, 55, 59, 61, 63, 66, 67, 68, 70, 71, 73, 75, 76, 77, 79, 80, 84, 86, 87, 88, 89, 90, 93, 94, 95, 97,
  98, 100, 101, 102, 103,
];

/** Random plans that are the same each time. `SPATE_RANDOM_SEED` with `SPATE_RANDOM_PLANS=1` shrinks a difference. */
export const cases: DifferentialCase[] = seeds.map((seed) => asCase(`seed ${seed}`, randomPlan(seed)));
