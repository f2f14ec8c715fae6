import type { Grid } from '../domain/grid.ts';

/**
 * Starts and ends the machines of a grid. Every call may come twice, from another process, or after a crash: it looks
 * at what is really there and does only what is missing.
 */
export interface Provider {
  readonly name: string;
  /** How many executions all its nodes together can carry at once; undefined when there is no such limit. */
  readonly capacity: number | undefined;
  /** Makes sure that the node's agent runs, starting it (again) if it is not there. */
  ensureNode(slot: NodeSlot): Promise<void>;
  /** Whether something of the node is still there; undefined when only its silence can tell. */
  isPresent(slot: NodeSlot): Promise<boolean | undefined>;
  /** Ends the node's agent but leaves all it knows: ensureNode brings the same node back. */
  pauseNode(slot: NodeSlot): Promise<void>;
  /** Ends the node by force and leaves nothing behind. */
  removeNode(slot: NodeSlot): Promise<void>;
}

/** One place in a grid that a machine fills. */
export interface NodeSlot {
  grid: Grid;
  nodeId: string;
  index: number;
  joinToken: string;
  /** Whether the node has spoken within the last seconds, to whichever service. */
  isHeard: boolean;
}
