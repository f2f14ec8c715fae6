import type { ToolAvailability } from './tool.ts';

/** joining: expected, not joined yet. lost: no heartbeat within the limit; it may reconnect. */
export type NodeState = 'joining' | 'running' | 'lost' | 'stopping' | 'ended';

/** Description of a node, sent with `hello`. */
export interface NodeInfo {
  hostname: string;
  ip: string;
  privateIp: string;
  agentVersion: string;
  cores: number;
  memoryBytes: number;
  /** Memory limit of one execution; not reported by older agents. */
  executionMemoryBytes?: number;
  /** `none` with SPATE_SANDBOX=off, or when no sandbox is available and tools cannot run. */
  sandbox: 'bubblewrap' | 'none';
  /** Limitations of the sandbox, one sentence each; not reported by older agents. */
  sandboxNotes?: string[];
  tools: ToolAvailability[];
}

/** Content of a heartbeat. */
export interface NodeVitals {
  /** CPU utilization of all cores, 0 to 1. */
  cpu: number;
  memoryUsedBytes: number;
  clockOffsetMs: number;
  roundTripMs: number;
  /** Size of the spools of all executions; not reported by older agents. */
  spoolBytes?: number;
  /** Spooled frames that the service has not acknowledged; not reported by older agents. */
  framesWaiting?: number;
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
