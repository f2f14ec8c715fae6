import type { ErrorSample } from '../domain/error-sample.ts';
import type { ExecutionOutcome, ExecutionSpec } from '../domain/execution.ts';
import type { GeneratorReport } from '../domain/generator.ts';
import type { LiveControl } from '../domain/live-control.ts';
import type { NodeInfo, NodeVitals } from '../domain/node.ts';
import type { RowRange } from '../domain/row-ranges.ts';

/** Incremented by incompatible changes. */
export const protocolVersion = 3;

/** Close code of a connection whose agent has another protocol version: "protocol error" of WebSocket. */
export const incompatibleCode = 1002;

/**
 * The service sends the complete desired state on each change and after each hello, and the agent reconciles its
 * executions with it. Lost and duplicate messages are therefore harmless.
 */
export type ServiceMessage =
  | { type: 'welcome'; nodeId: string; endsAtMs: number | null }
  | { type: 'time'; sentAtMs: number; serviceTimeMs: number }
  /** Complete list: executions of the node that are not listed are killed and removed, as by `forget`. */
  | { type: 'desired'; executions: DesiredExecution[] }
  /**
   * All frames of this execution up to and including `seq` are stored; 0: none. Sent after frames, and for each execution
   * of a hello, where it sets the resume position even if it is lower than an earlier acknowledgement.
   */
  | { type: 'ack'; executionId: string; seq: number }
  /** Leased rows of a data file without the first `used` ones. Exhausted: no row is free, and none can return. */
  | {
      type: 'rows';
      executionId: string;
      file: string;
      used: number;
      held: RowRange[];
      isExhausted: boolean;
    }
  /** The node ends: kill all executions and remove all files. */
  | { type: 'end'; reason: string };

export interface DesiredExecution {
  spec: ExecutionSpec;
  /** forget: all results are stored, the workspace can be removed. */
  want: 'prepare' | 'run' | 'stop' | 'kill' | 'forget';
  /** With `run`: when the barrier opens, in service time. */
  startAtMs: number | null;
  /** Changes to the load; absent: none. */
  control?: LiveControl;
}

/** Frames are sent as binary messages (frame-message.ts), all others as JSON text. */
export type AgentMessage =
  | { type: 'hello'; protocol: number; info: NodeInfo; executions: ExecutionStatus[] }
  | { type: 'time'; sentAtMs: number }
  | { type: 'vitals'; vitals: NodeVitals; generators?: ExecutionGenerator[] }
  | { type: 'status'; execution: ExecutionStatus }
  /** Stored once per `seq`, which counts from 0. */
  | { type: 'error-sample'; executionId: string; seq: number; sample: ErrorSample }
  /** The lease of a data file with `rows` rows: how many the tool may have used, and how many to lease, both in total. */
  | { type: 'rows'; executionId: string; file: string; rows: number; used: number; wanted: number }
  /** Complete tail of the tool's log. */
  | { type: 'log'; executionId: string; lines: string[] };

/** Schedule lag and in-flight requests of an execution, for tools that report them. */
export interface ExecutionGenerator extends GeneratorReport {
  executionId: string;
}

export interface ExecutionStatus {
  executionId: string;
  state: 'preparing' | 'ready' | 'running' | 'ended' | 'delivered';
  /** Progress text for users. */
  progress: string | null;
  /** Errors so far; a failed preparation is `ended` with the reasons here and in the outcome. */
  errors: string[];
  outcome: ExecutionOutcome | null;
}
