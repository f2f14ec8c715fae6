import type { ExecutionOutcome, ExecutionSpec } from '../domain/execution.ts';
import type { GeneratorReport } from '../domain/generator.ts';
import type { NodeInfo, NodeVitals } from '../domain/node.ts';

/** Raised when either side could no longer understand the other. */
export const protocolVersion = 1;

/**
 * The service tells a node the whole of what it wants, every time something changes and after each hello; the agent
 * brings its executions to that state. A message lost or sent twice therefore does no harm.
 */
export type ServiceMessage =
  | { type: 'welcome'; nodeId: string; endsAtMs: number | null }
  | { type: 'time'; sentAtMs: number; serviceTimeMs: number }
  /** All of them: an execution that the node has and that is not named is ended by force and removed, as by `forget`. */
  | { type: 'desired'; executions: DesiredExecution[] }
  /**
   * All frames of this execution up to and including `seq` are stored; 0 when none is. Sent for each execution of a
   * hello, where it says what to send next, also if that is less than was acknowledged before; and after frames came.
   */
  | { type: 'ack'; executionId: string; seq: number }
  /** The node is to end: finish what runs by force, leave nothing behind. */
  | { type: 'end'; reason: string };

export interface DesiredExecution {
  spec: ExecutionSpec;
  /** forget: everything is in, the workspace can go. */
  want: 'prepare' | 'run' | 'stop' | 'kill' | 'forget';
  /** With `run`: the instant, in service time, at which the barrier opens. */
  startAtMs: number | null;
}

/** Frames travel as binary messages (frame-message.ts), everything else as JSON text. */
export type AgentMessage =
  | { type: 'hello'; protocol: number; info: NodeInfo; executions: ExecutionStatus[] }
  | { type: 'time'; sentAtMs: number }
  | { type: 'vitals'; vitals: NodeVitals; generators?: ExecutionGenerator[] }
  | { type: 'status'; execution: ExecutionStatus }
  /** The last lines of the tool's log, the whole tail each time. */
  | { type: 'log'; executionId: string; lines: string[] };

/** How well the tool of an execution keeps to its own schedule, from tools that know. */
export interface ExecutionGenerator extends GeneratorReport {
  executionId: string;
}

export interface ExecutionStatus {
  executionId: string;
  state: 'preparing' | 'ready' | 'running' | 'ended' | 'delivered';
  /** What it is doing, for a person who waits. */
  progress: string | null;
  /** What went wrong so far; a preparation that failed is `ended` with the reasons here and in the outcome. */
  errors: string[];
  outcome: ExecutionOutcome | null;
}
