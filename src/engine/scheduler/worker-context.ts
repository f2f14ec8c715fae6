/** Result of a barrier, equal for all workers. */
export interface BarrierResult {
  /** Epoch milliseconds. */
  atMs: number;
  /** Variables of the plan, which only the first worker evaluates. */
  variables?: ReadonlyMap<string, string> | undefined;
}

/** A worker's position among the workers that share the users of a plan. */
export interface WorkerContext {
  index: number;
  count: number;
  /** Active users: total, then per group. */
  users: Int32Array;
  /** Waits for all workers. `variables` are passed to the others. */
  awaitBarrier(variables?: ReadonlyMap<string, string>): Promise<BarrierResult>;
}

/** Plans with more groups use one worker. */
export const maxGroups = 1023;

/** The context of a single worker, for a plan with `groups` groups. */
export function singleWorker(nowMs: () => number, groups: number): WorkerContext {
  return {
    index: 0,
    count: 1,
    users: new Int32Array(groups + 1),
    awaitBarrier: async () => ({ atMs: nowMs() }),
  };
}
