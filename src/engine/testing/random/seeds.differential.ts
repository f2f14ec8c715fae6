import type { DifferentialCase } from '../differential-case.ts';
import { asCase } from './as-case.ts';
import { randomPlan } from './random-plan.ts';

/** Left out: plans without samples, with the stack of a JVM, with parts or digests of the temporary folder's name, or that the engine refuses. */
const seeds = [
  1, 2, 3, 5, 6, 8, 10, 11, 13, 15, 19, 23, 24, 27, 28, 29, 30, 32, 34, 40, 42, 43, 45, 46, 47, 48, 50, 53,
  56, 58, 59, 60, 62, 64, 69, 71, 72, 74, 76, 78, 80, 82, 83, 84, 86, 87, 89,
];

/** Random plans that are the same each time. `SPATE_RANDOM_SEED` with `SPATE_RANDOM_PLANS=1` shrinks a difference. */
export const cases: DifferentialCase[] = seeds.map((seed) => asCase(`seed ${seed}`, randomPlan(seed)));
