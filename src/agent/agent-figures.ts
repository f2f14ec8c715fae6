import type { ExecutionStatus } from '../protocol/messages.ts';

/** State of the agent, for monitoring. */
export interface AgentFigures {
  isConnected: boolean;
  /** Frames sent by this process, including repeated ones. */
  framesSent: number;
  spoolBytes: number;
  framesWaiting: number;
  executions: ReadonlyMap<ExecutionStatus['state'], number>;
}
