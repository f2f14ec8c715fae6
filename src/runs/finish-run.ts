import { finalExecutionStates } from '../domain/execution.ts';
import type { RunBaseline } from '../domain/load-test.ts';
import type { VerdictWord } from '../domain/verdict.ts';
import { capital } from '../lib/capital.ts';
import { decodeRollup } from '../metrics/rollup-codec.ts';
import type { Queryable } from '../store/database.ts';
import { executionsOfRun, worstGeneratorOf } from '../store/executions.ts';
import { frameTotals } from '../store/frames.ts';
import { gridsOfRuns } from '../store/grids.ts';
import { countDirty, readRollups } from '../store/rollups.ts';
import { rowReceipts } from '../store/row-leases.ts';
import { addRemoteErrors, addWarnings, finishRun, lockRun, notifyRun } from '../store/runs.ts';
import { compareWithBaseline } from './baseline.ts';
import { findDoubts } from './ending.ts';
import { placeOf } from './execution-place.ts';
import { judgeRun } from './judge-run.ts';
import { scheduleMetricExport } from './metric-exports/send.ts';
import { scheduleRunNotice } from './notifications/notify.ts';
import { reconcile } from './reconciliation.ts';
import { composeReport, type FinalReport, headline } from './reports.ts';
import { allGrids } from './roller.ts';
import type { RunContext } from './run-context.ts';
import { notifyRunEnd } from './run-signals.ts';
import { scheduleTargetMetrics } from './target-metrics/collect.ts';
import { scheduleTrace } from './trace-run.ts';
import { verdictWordOf } from './verdict.ts';

/**
 * Stores the report and finishes the run in one transaction, when every roll-up is up to date. Returns false when new
 * data arrived meanwhile and the caller has to retry.
 */
export async function finishRunNow(context: RunContext, runId: string): Promise<boolean> {
  await context.roller.rollRun(runId);
  const baseline = await compareWithBaseline(context, runId);
  const { isDone, verdict } = await finishInOne(context, runId, baseline);
  if (verdict !== undefined) context.meter.runFinished(verdict);
  return isDone;
}

/** `verdict` is set if this call finished the run. */
async function finishInOne(
  context: RunContext,
  runId: string,
  baseline: RunBaseline | null,
): Promise<{ isDone: boolean; verdict?: VerdictWord }> {
  return context.grids.database.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (!run || run.phase === 'finished') return { isDone: true };
    const executions = await executionsOfRun(tx, runId);
    const isSettled = executions.every((execution) => finalExecutionStates.includes(execution.state));
    if (!isSettled || (await countDirty(tx, runId)) > 0) return { isDone: false };

    const grids = (await gridsOfRuns(tx, [runId])).get(runId) ?? [];
    const named = executions.map((execution) => ({ execution, where: placeOf(execution, grids) }));
    const sentences = named.flatMap(({ execution, where }) =>
      execution.errors.map((error) => `${capital(where)}: ${error}`),
    );
    await addRemoteErrors(tx, runId, sentences);
    await addWarnings(
      tx,
      runId,
      named.flatMap(({ execution, where }) =>
        (execution.outcome?.warnings ?? []).map((warning) => `${capital(where)}: ${warning}`),
      ),
    );
    const remoteErrors = [...run.remoteErrors, ...sentences];
    const report = await composeReport(tx, { ...run, remoteErrors }, context.settings.apdexThresholdMs);
    const reconciliation = reconcile({
      executions: await Promise.all(
        named.map(async ({ execution, where }) => {
          const totals = await frameTotals(tx, execution.id);
          return { execution, where, receivedSamples: totals.samples, receivedFrames: totals.frames };
        }),
      ),
      stored: await storedSamples(tx, runId),
      reported: report.total.passed + report.total.failed,
      rows: await rowReceipts(tx, runId),
    });
    await addWarnings(tx, runId, reconciliation.notes);
    const final: FinalReport = { report, reconciliation };
    const thresholds = await judgeRun(tx, run, run.failIf, context.settings.apdexThresholdMs);
    const { durationS, maxConcurrency: maxUsers } = report;
    const { errorRatePercent, apdex } = headline(report);
    const figures = { ...report.total, durationS, maxUsers, errorRatePercent, apdex };
    const generator = worstGeneratorOf(executions);
    const hasSamples = report.total.passed + report.total.failed > 0;
    const doubts = await findDoubts(tx, { id: runId, generator: generator ?? null }, executions, hasSamples);
    const { isComplete } = reconciliation;
    const evidence = { total: report.total, thresholds, doubts, isComplete };
    const verdict = verdictWordOf({ ...run, remoteErrors }, evidence);
    await finishRun(tx, runId, {
      report: final,
      figures,
      thresholds,
      generator,
      verdict,
      doubts,
      isComplete,
      baseline,
    });
    await scheduleTrace(context, tx, runId);
    await scheduleRunNotice(tx, runId, run.project.id);
    await scheduleTargetMetrics(context, tx, runId, run.project.id);
    await scheduleMetricExport(context, tx, runId, run.project.id);
    await notifyRunEnd(tx, runId);
    await notifyRun(tx, runId);
    context.grids.log.info({ runId, reconciliation }, 'run.finished');
    return { isDone: true, verdict };
  });
}

/** Counted from the 15 s roll-ups, independent of the whole-run roll-up that the report uses. */
async function storedSamples(tx: Queryable, runId: string): Promise<number> {
  let samples = 0;
  for await (const row of readRollups(tx, { runId, spanS: 15, gridId: allGrids })) {
    for (const stats of decodeRollup(row.payload).labels.values()) samples += stats.passed + stats.failed;
  }
  return samples;
}
