import { readFile, rm } from 'node:fs/promises';
import type { ExecutionOutcome, ExecutionSpec } from '../../domain/execution.ts';
import type { DesiredExecution } from '../../protocol/messages.ts';
import { isDiskFull } from '../disk-full.ts';
import { writeAtomically } from '../write-atomically.ts';
import type { Workspace } from './workspace.ts';

/** The steps of an execution, in order. */
export const steps = ['prepare', 'hold', 'measure', 'conclude', 'deliver', 'rest'] as const;
export type Step = (typeof steps)[number];

/** New values, or a function of the values at the time when they are saved. */
export type RecordChange =
  | Partial<ExecutionRecord>
  | ((current: ExecutionRecord) => Partial<ExecutionRecord>);

/** The state of an execution that survives a restart of the agent. Frames and reading progress are in the spool. */
export interface ExecutionRecord {
  spec: ExecutionSpec;
  /** The current step. */
  step: Step;
  want: DesiredExecution['want'];
  startAtMs: number | null;
  /** When the barrier opens, on this machine's clock; never changes once set. */
  releaseAtMs: number | null;
  /** Service time minus this machine's, when `releaseAtMs` was set. */
  releaseOffsetMs?: number;
  /** Why the execution skipped to `conclude`; null when the tool ran. */
  endedEarly: 'failed' | 'stopped' | null;
  errors: string[];
  /** Set when the tool was killed after its stop grace; reported unless the tool reports errors itself. */
  forceNote: string | null;
  outcome: ExecutionOutcome | null;
  isArchiveUp: boolean;
  /** Consecutive takeovers by restarted agents without a new frame. */
  takeovers?: { lastSeq: number; count: number };
}

export function newRecord(desired: DesiredExecution): ExecutionRecord {
  return {
    spec: desired.spec,
    step: 'prepare',
    want: desired.want,
    startAtMs: desired.startAtMs,
    releaseAtMs: null,
    endedEarly: null,
    errors: [],
    forceNote: null,
    outcome: null,
    isArchiveUp: false,
  };
}

/** Throws when the record is missing or unreadable. */
export async function loadRecord(workspace: Workspace): Promise<ExecutionRecord> {
  const record: ExecutionRecord = JSON.parse(await readFile(workspace.state, 'utf8'));
  if (!steps.includes(record.step))
    throw new Error(`${workspace.state} contains the unknown step ${record.step}.`);
  return record;
}

export async function saveRecord(workspace: Workspace, record: ExecutionRecord): Promise<void> {
  const text = JSON.stringify(record);
  try {
    await writeAtomically(workspace.state, text);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await rm(workspace.reserve, { force: true });
    await writeAtomically(workspace.state, text);
  }
}
