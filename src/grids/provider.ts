import type { Grid } from '../domain/grid.ts';

/**
 * Starts and ends the machines of a grid. Calls are idempotent: they may be repeated, come from another process, or
 * follow a crash, so each one checks the actual state first.
 */
export interface Provider {
  readonly name: string;
  /** Maximum number of concurrent executions on all nodes; undefined: no limit. */
  readonly capacity: number | undefined;
  /** Starts the node's agent unless it is running. */
  ensureNode(slot: NodeSlot): Promise<void>;
  /** Whether the node's agent exists; undefined when the provider cannot know. */
  isPresent(slot: NodeSlot): Promise<boolean | undefined>;
  /** Stops the node's agent and keeps its state: ensureNode restarts the same node. */
  pauseNode(slot: NodeSlot): Promise<void>;
  /** Kills the node and removes all of its files. */
  removeNode(slot: NodeSlot): Promise<void>;
}

/** Position of one node in a grid. */
export interface NodeSlot {
  grid: Grid;
  nodeId: string;
  index: number;
  joinToken: string;
  /** Whether any service instance received a heartbeat of the node within the last seconds. */
  hasRecentHeartbeat: boolean;
}
