import type { PlanEngine } from './engine.ts';
import type { GeneratorReport } from './generator.ts';
import type { UsedRows } from './row-ranges.ts';
import type { NodeSettings } from './run-settings.ts';
import type { SecretParameter } from './secret.ts';
import type { ToolName } from './tool.ts';

/**
 * State of one run on one node. `ended`: the tool has exited. `delivered`: the service has all frames and the archive.
 * `given_up`: the service stopped waiting.
 */
export type ExecutionState =
  | 'assigned'
  | 'preparing'
  | 'ready'
  | 'running'
  | 'ended'
  | 'delivered'
  | 'given_up';

export const finalExecutionStates: readonly ExecutionState[] = ['delivered', 'given_up'];

/** Complete input of an execution. */
export interface ExecutionSpec extends NodeSettings {
  executionId: string;
  runId: string;
  gridId: string;
  tool: ToolName;
  /** Engine of a JMeter plan; default: apache. Unused by other tools. */
  engine?: PlanEngine;
  /** Parameters whose values the agent masks in everything it sends. */
  secrets?: SecretParameter[];
  files: ExecutionFile[];
  /** The node may transfer files and archives straight from and to the storage; absent: through the service. */
  hasDirectStorage?: boolean;
  /** 0-based index of the node in its grid, of the grid in its run, and nodes in all grids of the run. */
  nodeIndex: number;
  gridIndex: number;
  nodeCount: number;
  /** Position among all executions of the run, for split data files; absent: the only one. */
  part?: { index: number; count: number };
  region: string;
  /** Numeric ids for the FLOOD_* variables. */
  numbers: { account: number; project: number; run: number; grid: number; node: number };
  /** Larger result files are not archived; frames always are. */
  maxResultsInArchiveBytes: number;
  /** Grace of a graceful stop before the tool is killed. */
  stopGraceS: number;
  /** The node stops the tool this long after its start if the service has not; undefined: never. */
  stopAfterS?: number;
}

export interface ExecutionFile {
  id: string;
  name: string;
  sizeBytes: number;
  sha256: string;
}

/** Result of an execution, reported once by the agent. */
export interface ExecutionOutcome {
  exitCode: number | null;
  signal: string | null;
  /** Messages for users; empty on success. */
  errors: string[];
  /** Samples written by the tool, and samples in frames. If they differ, `errors` has the reason. */
  samplesProduced: number;
  samplesFramed: number;
  lastSeq: number;
  /** Samples with a timestamp outside of the execution, moved into it; included in `samplesFramed`. */
  samplesMoved?: number;
  /** The tool ended without its own count, such as killed or on a full disk: `samplesProduced` was counted from its results. */
  isOwnCountMissing?: boolean;
  firstSampleAtMs: number | null;
  /** Remarks of the tool about the figures, one sentence each. */
  warnings?: string[];
  /** Schedule lag and in-flight requests, for tools that report them. */
  generator?: GeneratorReport;
  /** Of each leased data file. */
  rows?: UsedRows[];
}
