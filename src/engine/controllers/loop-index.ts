import type { VariableName } from '../users/variables.ts';

/** The variable in which a controller tells the pass under way. */
export const indexName = (name: string) => `__jm__${name}__idx`;

/** What a loop knows of the variable in which it tells its pass. */
export interface LoopIndexVariable {
  /** Undefined when it is not the same for all users. */
  readonly index: VariableName | undefined;
  /** Nobody else sets it. */
  readonly isOnlyWriter: boolean;
}

/** What the name of a branch's main loop begins with. */
export const branchPrefix = 'wrapped ';
