import type { EngineChoice, EngineObstacle, PlanEngine } from './engine.ts';
import type { ThresholdResult } from './threshold.ts';
import type { ToolName } from './tool.ts';

/** What the wire shows. Automation leaves its loops on anything else, so there is nothing else. */
export type RunStatus = 'queued' | 'running' | 'finished';

/** Finer progress, of our own. */
export type RunPhase =
  | 'waiting_for_nodes'
  | 'waiting_for_turn'
  | 'preparing'
  | 'running'
  | 'stopping'
  | 'collecting'
  | 'finished';

export type Privacy = 'public' | 'private';

export interface Run {
  id: string;
  /** The numeric id that the CSV shows. */
  number: number;
  batchId: string;
  accountId: number;
  userId: number | null;
  /** Who started it, even if they have been removed since; null for a run that a webhook made. */
  startedBy: { email: string; name: string | null } | null;
  project: { id: number; name: string };
  tool: ToolName;
  /** The tool exactly as the client wrote it, with its version suffix. */
  toolRequested: string;
  /** What was asked to run a JMeter plan. */
  engineRequested: EngineChoice;
  /** What runs it; null for tools that have only one. */
  engine: PlanEngine | null;
  /** What spoke against our own, when nobody asked for the other. */
  engineReasons: EngineObstacle[];
  name: string | null;
  notes: string | null;
  threads: number | null;
  rampupS: number | null;
  durationS: number | null;
  tags: string[];
  privacy: Privacy;
  overrideHosts: string | null;
  overrideParameters: string | null;
  isWebhookOn: boolean;
  repeatOf: string | null;
  phase: RunPhase;
  createdAt: Date;
  startedAt: Date | null;
  stoppedAt: Date | null;
  /** When the last of its tools ended; its results are collected after that. */
  loadEndedAt: Date | null;
  stopRequestedAt: Date | null;
  remoteErrors: string[];
  /** What was odd about the request but kept nothing from working. */
  warnings: string[];
  /** Conditions under which the run has failed, as somebody wrote them. */
  failIf: string[];
  /** What became of them; null until the run is finished. */
  thresholds: ThresholdResult[] | null;
  /** True, false, or null when there is nothing to judge by or no judgement. */
  passed: boolean | null;
}

/** What can be changed about a run at any time; absent: as it is, null: none. */
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
