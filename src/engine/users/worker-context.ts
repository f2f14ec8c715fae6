/** What all workers agree on when they have met. */
export interface BarrierResult {
  /** The instant of it, the same for all; epoch milliseconds. */
  atMs: number;
  /** Those of the plan, which only the first of them evaluates. */
  variables?: ReadonlyMap<string, string> | undefined;
}

/** Where a worker stands among those that share the users of a plan. */
export interface WorkerContext {
  index: number;
  count: number;
  /** Users active: of all groups, then of each. */
  users: Int32Array;
  /** Waits until all workers are here; what it brings goes to all. */
  awaitBarrier(variables?: ReadonlyMap<string, string>): Promise<BarrierResult>;
}

/** Plans with more groups than this are run by one worker. */
export const maxGroups = 1023;

/** The only worker, for a plan of so many groups. */
export function singleWorker(nowMs: () => number, groups: number): WorkerContext {
  return {
    index: 0,
    count: 1,
    users: new Int32Array(groups + 1),
    awaitBarrier: async () => ({ atMs: nowMs() }),
  };
}
