import type { Grid, GridSpec } from '../domain/grid.ts';

/**
 * Starts and ends the machines of grids. Calls are idempotent: they may be repeated, come from another process, or follow
 * a crash, so each one checks the actual state first. Calls for the same grid do not overlap. A machine that cannot be
 * started or ended is a problem in the answer; only a failure that concerns all machines is an exception.
 */
export interface Provider {
  readonly name: string;
  /** Maximum number of concurrent executions on all nodes; undefined: no limit. */
  readonly capacity: number | undefined;
  /** Throws AppError for a grid that it cannot start, such as one in an unknown region. */
  check(request: GridRequest): Promise<void>;
  /** Starts the missing machines of the slots. */
  ensure(machines: Machines): Promise<Observation>;
  observe(machines: Machines): Promise<Observation>;
  /** Stops the agents of the slots and keeps their state: `ensure` restarts the same nodes. */
  pause(machines: Machines): Promise<void>;
  /** Kills the machines of the slots and removes all of their files. */
  end(machines: Machines): Promise<Observation>;
  /** Removes what was created for the grid besides its machines, which have all ended. */
  forget(grid: Grid): Promise<void>;
  /** Ends connections; machines stay. */
  close?(): Promise<void>;
}

/** A grid that is about to be created. */
export interface GridRequest {
  accountId: number;
  spec: GridSpec;
  /** Of the placement. */
  target: string | null;
  /** Path of the specification in the request, for errors: `grid` or `run[grids][]`. */
  prefix: string;
}

/** All or some of the machines of a grid. */
export interface Machines {
  grid: Grid;
  joinToken: string;
  slots: NodeSlot[];
  /** Names of the machines of all nodes of the grid that have joined and not ended, also of other slots. */
  joinedMachines: ReadonlySet<string>;
}

/** Position of one node in a grid. */
export interface NodeSlot {
  nodeId: string;
  index: number;
  /** Whether any service instance received a heartbeat of the node within the last seconds. */
  hasRecentHeartbeat: boolean;
  /** Name that the machine of the node reported when it joined; null before. */
  machine: string | null;
}

/** The machines of the slots after a call. */
export interface Observation {
  /** Indexes of the machines that exist; undefined when the provider cannot know. */
  present: ReadonlySet<number> | undefined;
  /** Why machines do not start or end, one sentence each. */
  problems: string[];
  /** What happened to machines whose nodes had joined. Later answers repeat them unchanged. */
  incidents?: readonly Incident[];
}

/** The loss or restart of a machine, for the runs on it. */
export interface Incident {
  index: number;
  /** What happened, as reported by the provider. */
  sentence: string;
  /**
   * Whether the machine is permanently gone: its node delivers nothing more, and another machine may take its slot.
   */
  isGone: boolean;
  /** Runs that began later are not affected; undefined: all. */
  at: Date | undefined;
}
