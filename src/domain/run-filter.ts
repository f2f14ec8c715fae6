export const runStates = ['queued', 'running', 'finished', 'passed', 'failed'] as const;

/** Which runs a list is of; what is left out does not matter. */
export interface RunFilter {
  /** Text in name, notes or tags, or the id. */
  search?: string | undefined;
  tag?: string | undefined;
  project?: string | undefined;
  tool?: string | undefined;
  /** passed and failed: by its thresholds; failed also when something went wrong on the nodes. */
  state?: (typeof runStates)[number] | undefined;
}
