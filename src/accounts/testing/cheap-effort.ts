import type { Effort } from '../passwords.ts';

/** The lowest cost of argon2id, for tests that are not about the cost. */
export const cheapEffort: Effort = { memoryKib: 8, passes: 1, parallelism: 1 };
