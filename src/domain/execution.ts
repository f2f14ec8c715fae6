import type { PlanEngine } from './engine.ts';
import type { GeneratorReport } from './generator.ts';
import type { ToolName } from './tool.ts';

/**
 * One run on one node. `ended` means the tool is over; `delivered` that frames and archive have arrived too;
 * `given_up` that the service stopped waiting.
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

/** All that a node needs to know to run its part. */
export interface ExecutionSpec {
  executionId: string;
  runId: string;
  gridId: string;
  tool: ToolName;
  /** What runs a JMeter plan; other tools have only one. Apache's own when it is not said. */
  engine?: PlanEngine;
  threads: number | null;
  rampupS: number | null;
  durationS: number | null;
  overrideHosts: string | null;
  overrideParameters: string | null;
  files: ExecutionFile[];
  /** 0-based index of the node in its grid, of the grid in its run, and nodes in all grids of the run. */
  nodeIndex: number;
  gridIndex: number;
  nodeCount: number;
  region: string;
  /** The numeric ids that old scripts read from FLOOD_* variables. */
  numbers: { account: number; project: number; run: number; grid: number; node: number };
  /** Larger result files are left out of the archive; the frames are always in it. */
  maxResultsInArchiveBytes: number;
  /** How long the tool gets to stop by itself before it is killed. */
  stopGraceS: number;
  /** The node itself stops the tool so long after its start, for when the service is away then. Without it: never. */
  stopAfterS?: number;
}

export interface ExecutionFile {
  id: string;
  name: string;
  sizeBytes: number;
  sha256: string;
}

/** How an execution ended, told once by the agent. */
export interface ExecutionOutcome {
  exitCode: number | null;
  signal: string | null;
  /** Readable sentences; empty when all went well. */
  errors: string[];
  /** Samples that the tool wrote down, and how many of them are in frames. They differ only if `errors` says why. */
  samplesProduced: number;
  samplesFramed: number;
  lastSeq: number;
  /** Samples with an impossible time, moved into the execution; they are among `samplesFramed`. */
  samplesMoved?: number;
  /** A tool that counts its samples by itself did not come to say how many: `samplesProduced` is what was found in its results. */
  isOwnCountMissing?: boolean;
  firstSampleAtMs: number | null;
  /** What to know about the figures, in sentences; from tools that have something to say. */
  warnings?: string[];
  /** How well the tool kept to its own schedule, from tools that know. */
  generator?: GeneratorReport;
}
