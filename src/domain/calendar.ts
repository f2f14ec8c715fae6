import type { VerdictTone, VerdictWord } from './verdict.ts';

/** A past, planned or missed run. */
export interface CalendarEntry {
  at: Date;
  /** planned: a time of a schedule. missed: a time of a schedule without a run. */
  kind: 'run' | 'planned' | 'missed';
  /** Of the run, or of the test of the schedule. */
  name: string | null;
  project: string;
  runId: string | null;
  testId: string | null;
  /** Of a finished run. */
  verdict: VerdictWord | null;
  tone: Exclude<VerdictTone, 'going'> | null;
  /** Why a time has no run. */
  reason: string | null;
}
