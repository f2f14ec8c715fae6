import type { RunAbort } from './abort-rule.ts';
import type { EngineChoice, EngineObstacle, PlanEngine } from './engine.ts';
import type { LiveControl } from './live-control.ts';
import type { RunBaseline } from './load-test.ts';
import type { RunImport } from './run-import.ts';
import type { RunSettings } from './run-settings.ts';
import type { ThresholdResult } from './threshold.ts';
import type { ToolName } from './tool.ts';

/** Status in the API. Client scripts end their loops on any other value, so there are no others. */
export type RunStatus = 'queued' | 'running' | 'finished';

/** Internal, finer progress. */
/** Phases of a run that is not finished, in their order. */
export const openRunPhases = [
  'waiting_for_nodes',
  'waiting_for_turn',
  'preparing',
  'running',
  'stopping',
  'collecting',
] as const;

export type RunPhase = (typeof openRunPhases)[number] | 'finished';

export type Privacy = 'public' | 'private';

export interface Run extends RunSettings {
  id: string;
  /** Numeric id in the CSV. */
  number: number;
  batchId: string;
  accountId: number;
  userId: number | null;
  /** User who started the run, even if removed since; null for webhooks. */
  startedBy: { email: string; name: string | null } | null;
  project: { id: number; name: string };
  tool: ToolName;
  /** Tool as sent by the client, with its version suffix. */
  toolRequested: string;
  /** Requested engine for a JMeter plan. */
  engineRequested: EngineChoice;
  /** Selected engine; null for tools other than JMeter. */
  engine: PlanEngine | null;
  /** Why Spate's engine was not selected automatically. */
  engineReasons: EngineObstacle[];
  name: string | null;
  notes: string | null;
  tags: string[];
  privacy: Privacy;
  isWebhookOn: boolean;
  repeatOf: string | null;
  /** The test whose history the run belongs to; null for runs of earlier versions and of deleted tests. */
  test: { id: string; name: string } | null;
  /** Number of the plan's content among the plans of the test, from 1. */
  planVersion: number | null;
  /** Comparison with the baseline of the test; null without a baseline, and until the run is finished. */
  baseline: RunBaseline | null;
  phase: RunPhase;
  createdAt: Date;
  startedAt: Date | null;
  stoppedAt: Date | null;
  /** When the last tool exited; results are collected after that. */
  loadEndedAt: Date | null;
  stopRequestedAt: Date | null;
  /** The last change to its load; null: none. */
  liveControl: LiveControl | null;
  remoteErrors: string[];
  /** Findings that did not prevent the run. */
  warnings: string[];
  /** Names of the secret parameters, as in `SecretParameter`. */
  secretNames: string[];
  /** Origin of an imported run, which is read-only; null for runs of this service. */
  imported: RunImport | null;
  /** Threshold expressions, as entered. */
  failIf: string[];
  /** Results of `failIf`; null until the run is finished. */
  thresholds: ThresholdResult[] | null;
  /** Null without thresholds, or when one could not be evaluated; false for an aborted run. */
  passed: boolean | null;
  /** Abort rules, as entered. */
  abortIf: string[];
  /** The abort rule that ended the run; null for other runs. */
  aborted: RunAbort | null;
}

/** Editable fields of a run; undefined: unchanged, null: cleared. */
export interface RunDetails {
  name?: string | null;
  notes?: string | null;
  tags?: string[];
}

export interface RunFile {
  id: string;
  name: string;
  sizeBytes: number;
  sha256: string;
}

export function statusOfPhase(phase: RunPhase): RunStatus {
  switch (phase) {
    case 'waiting_for_nodes':
    case 'waiting_for_turn':
    case 'preparing':
      return 'queued';
    case 'running':
    case 'stopping':
    case 'collecting':
      return 'running';
    case 'finished':
      return 'finished';
  }
}
