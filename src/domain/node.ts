import type { ToolAvailability } from './tool.ts';

/** joining: expected, not heard of yet. lost: silent for longer than the limit; it may come back. */
export type NodeState = 'joining' | 'running' | 'lost' | 'stopping' | 'ended';

/** What a node tells about itself when it says hello. */
export interface NodeInfo {
  hostname: string;
  ip: string;
  privateIp: string;
  agentVersion: string;
  cores: number;
  memoryBytes: number;
  /** What one execution may use; agents of former versions do not say it. */
  executionMemoryBytes?: number;
  /** How user code is kept apart; `none` with SPATE_SANDBOX=off, or where nothing is run for lack of a sandbox. */
  sandbox: 'bubblewrap' | 'none';
  /** What the sandbox does not keep apart or limit, as sentences; agents of former versions do not say it. */
  sandboxNotes?: string[];
  tools: ToolAvailability[];
}

/** What a node tells with each heartbeat. */
export interface NodeVitals {
  /** Share of all cores in use, 0 to 1. */
  cpu: number;
  memoryUsedBytes: number;
  clockOffsetMs: number;
  roundTripMs: number;
}

export interface Node {
  id: string;
  gridId: string;
  /** 0-based within the grid. */
  index: number;
  number: number;
  state: NodeState;
  info: NodeInfo | null;
  vitals: NodeVitals | null;
  joinedAt: Date | null;
  lastSeenAt: Date | null;
  endedAt: Date | null;
}
