export { type RunSort, runSorts } from '../contract/run-sorts.ts';

import { verdictWords } from './verdict.ts';

export const runStates = ['queued', 'running', 'finished', ...verdictWords] as const;

/** Filter of run lists; undefined fields match all runs. */
export interface RunFilter {
  /** Text in name, notes or tags, or the id. */
  search?: string | undefined;
  tag?: string | undefined;
  project?: string | undefined;
  tool?: string | undefined;
  /** Id of a test. */
  test?: string | undefined;
  /** A status, or the verdict on a finished run. */
  state?: (typeof runStates)[number] | undefined;
}
