/** Changes to the load of a running run; each node applies them. */
export interface LiveControl {
  /** Virtual users per node; null: as in the plan. */
  users: number | null;
  /** No sample starts; samples in flight end. */
  isPaused: boolean;
}

export const noControl: LiveControl = { users: null, isPaused: false };

export function isSameControl(one: LiveControl | null, other: LiveControl | null): boolean {
  const [first, second] = [one ?? noControl, other ?? noControl];
  return first.users === second.users && first.isPaused === second.isPaused;
}
