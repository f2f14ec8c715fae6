import type { Effort } from '../passwords.ts';

/** Lowest cost of argon2id, for fast tests. */
export const cheapEffort: Effort = { memoryKib: 8, passes: 1, parallelism: 1 };
