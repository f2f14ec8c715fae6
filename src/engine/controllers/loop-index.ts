import type { VariableName } from '../users/variables.ts';

/** Name of the variable that holds a controller's current iteration. */
export const indexName = (name: string) => `__jm__${name}__idx`;

/** The index variable of a loop. */
export interface LoopIndexVariable {
  /** Undefined when the name differs between users. */
  readonly index: VariableName | undefined;
  /** No other element writes it. */
  readonly isOnlyWriter: boolean;
}

/** Prefix of the name of a branch's main loop. */
export const branchPrefix = 'wrapped ';
