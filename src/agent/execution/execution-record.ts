import { readFile, rm } from 'node:fs/promises';
import type { ExecutionOutcome, ExecutionSpec } from '../../domain/execution.ts';
import type { DesiredExecution } from '../../protocol/messages.ts';
import { isDiskFull } from '../disk-full.ts';
import { writeAtomically } from '../write-atomically.ts';
import type { Workspace } from './workspace.ts';

/** The steps of an execution, in order. */
export const steps = ['prepare', 'hold', 'measure', 'conclude', 'deliver', 'rest'] as const;
export type Step = (typeof steps)[number];

/** What a restarted agent must know; the frames and how far they reach are in the spool. */
export interface ExecutionRecord {
  spec: ExecutionSpec;
  /** The step that is being done, or is to be done next. */
  step: Step;
  want: DesiredExecution['want'];
  startAtMs: number | null;
  /** When the barrier opens, on this machine's clock; fixed once. */
  releaseAtMs: number | null;
  /** Service time minus this machine's, as it was known then. */
  releaseOffsetMs?: number;
  /** Set when the tool never got to run: why it goes straight to its end. */
  endedEarly: 'failed' | 'stopped' | null;
  errors: string[];
  /** That it had to be ended by force; told when the tool itself does not. */
  forceNote: string | null;
  outcome: ExecutionOutcome | null;
  isArchiveUp: boolean;
  /** How many agents in a row have taken it over with no frame made since the first of them. */
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

/** Throws when there is none that can be read. */
export async function loadRecord(workspace: Workspace): Promise<ExecutionRecord> {
  const record: ExecutionRecord = JSON.parse(await readFile(workspace.state, 'utf8'));
  if (!steps.includes(record.step))
    throw new Error(`${workspace.state} names the unknown step ${record.step}.`);
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
