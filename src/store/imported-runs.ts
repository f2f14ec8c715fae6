import type { RunImport } from '../domain/run-import.ts';
import type { Queryable } from './queryable.ts';
import type { RunEnd } from './runs.ts';

/** Times and findings of a run that finished elsewhere. */
export interface ImportedEnd extends Omit<RunEnd, 'baseline' | 'thresholds'> {
  thresholds: object[];
  passed: boolean | null;
  aborted: object | null;
  startedAt: string | null;
  stoppedAt: string;
  loadEndedAt: string | null;
  stopRequestedAt: string | null;
  remoteErrors: string[];
  foundWarnings: string[];
  imported: RunImport;
}

/** Sets times before the figures are computed, because the figures depend on them. */
export async function setImportedTimes(
  tx: Queryable,
  runId: string,
  end: Pick<
    ImportedEnd,
    | 'startedAt'
    | 'stoppedAt'
    | 'loadEndedAt'
    | 'stopRequestedAt'
    | 'remoteErrors'
    | 'foundWarnings'
    | 'imported'
  >,
): Promise<void> {
  await tx.query(
    `update runs set start_at = $2, started_at = $2, load_ended_at = $3, stop_requested_at = $4, stopped_at = $5,
       remote_errors = $6, found_warnings = $7, imported = $8 where id = $1`,
    [
      runId,
      end.startedAt,
      end.loadEndedAt,
      end.stopRequestedAt,
      end.stoppedAt,
      end.remoteErrors,
      end.foundWarnings,
      JSON.stringify(end.imported),
    ],
  );
}

export async function finishImported(
  tx: Queryable,
  runId: string,
  end: Pick<
    ImportedEnd,
    | 'report'
    | 'figures'
    | 'thresholds'
    | 'passed'
    | 'aborted'
    | 'generator'
    | 'verdict'
    | 'doubts'
    | 'isComplete'
  >,
): Promise<void> {
  const { report, figures, thresholds, passed, aborted, generator, verdict, doubts, isComplete } = end;
  await tx.query(
    `update runs set phase = 'finished', phase_at = now(), report = $2, figures = $3, thresholds = $4, passed = $5,
       aborted = $6, generator = $7, verdict = $8, doubts = $9, is_complete = $10 where id = $1`,
    [
      runId,
      report && JSON.stringify(report),
      figures && JSON.stringify(figures),
      JSON.stringify(thresholds),
      passed,
      aborted && JSON.stringify(aborted),
      generator ? JSON.stringify(generator) : null,
      verdict,
      doubts,
      isComplete,
    ],
  );
}
