import { statusOfPhase } from '../domain/run.ts';
import { buildReport, formatApdex, type Report } from '../metrics/report.ts';
import { emptyRollup, type Rollup } from '../metrics/rollup.ts';
import type { RowFigures } from '../metrics/trend.ts';
import type { Queryable } from '../store/database.ts';
import { gridsOfRuns } from '../store/grids.ts';
import { findReport, type RunRecord } from '../store/runs.ts';
import type { Reconciliation } from './reconciliation.ts';
import { withRowTimes, withTimes } from './report-times.ts';
import { allGrids } from './roller.ts';
import { runSeconds } from './run-range.ts';
import type { RunFigures } from './runs.ts';
import { readWholes, UnreadableError } from './whole-reading.ts';

/** Stored when the run finishes; immutable. */
export interface FinalReport {
  report: Report;
  reconciliation: Reconciliation;
}

/** The final report of a finished run, otherwise the figures so far. */
export async function readReport(
  db: Queryable,
  run: RunRecord,
  apdexThresholdMs: number,
  gridId?: typeof allGrids,
): Promise<Report> {
  const final = await readFinal(db, run);
  if (final) return final.report;
  try {
    return await composeReport(db, run, apdexThresholdMs, gridId);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    // Runs with unreadable roll-ups can still be viewed and listed; remote_errors has the reason.
    return buildReport({ whole: nothing(), grids: [], apdexThresholdMs, failedWithoutSamples: true });
  }
}

/** Undefined until the run has stopped. */
export async function readFinal(
  db: Queryable,
  run: Pick<RunRecord, 'id' | 'stoppedAt'>,
): Promise<FinalReport | undefined> {
  if (run.stoppedAt === null) return undefined;
  const final = (await findReport(db, run.id)) as FinalReport | undefined;
  return final && { ...final, report: await withTimes(db, run.id, final.report) };
}

export async function composeReport(
  db: Queryable,
  run: RunRecord,
  apdexThresholdMs: number,
  /** allGrids: omits the figures per grid. */
  gridId?: typeof allGrids,
): Promise<Report> {
  const wholes = await readWholes(db, run.id, gridId);
  const grids = gridId === allGrids ? [] : ((await gridsOfRuns(db, [run.id])).get(run.id) ?? []);
  const whole = runSeconds(wholes.get(allGrids) ?? nothing(), run);
  return buildReport({
    whole,
    grids: grids.map((grid) => ({
      gridId: grid.id,
      provider: grid.provider,
      target: grid.target,
      whole: wholes.get(grid.id) ?? nothing(),
    })),
    apdexThresholdMs,
    // A run stopped before its first sample must not pass a pipeline.
    failedWithoutSamples: run.remoteErrors.length > 0 || run.stopRequestedAt !== null,
  });
}

/** Figures shown on the run itself. */
export async function readFigures(
  db: Queryable,
  run: RunRecord,
  apdexThresholdMs: number,
): Promise<RunFigures | null> {
  if (statusOfPhase(run.phase) === 'queued') return null;
  const known = run.figures && figuresOfRow(await withRowTimes(db, run.id, run.figures));
  if (known) return known;
  const report = await readReport(db, run, apdexThresholdMs, allGrids);
  const hasSamples = report.total.passed + report.total.failed > 0;
  if (!hasSamples && run.phase !== 'finished') return null;
  return { ...headline(report), total: hasSamples ? report.total : null };
}

/** Summary of the report for the row of the run. */
export function headline(report: Report): Omit<RunFigures, 'total'> {
  const { meanErrorRatePercent: errorRatePercent, meanResponseTimeMs, meanApdex } = report;
  const apdex = meanApdex === null ? null : formatApdex(meanApdex, report.apdexThresholdMs);
  return { errorRatePercent, meanResponseTimeMs, apdex };
}

/** Avoids reading large reports for lists; undefined for rows of earlier versions. */
function figuresOfRow(row: RowFigures): RunFigures | undefined {
  const { durationS: _, maxUsers: __, errorRatePercent, apdex, ...total } = row;
  if (errorRatePercent === undefined || apdex === undefined) return undefined;
  return {
    errorRatePercent,
    meanResponseTimeMs: Math.round(total.times.all?.meanMs ?? 0),
    apdex,
    total: total.passed + total.failed > 0 ? { ...total, label: '' } : null,
  };
}

function nothing(): Rollup {
  return emptyRollup(0, 0);
}
