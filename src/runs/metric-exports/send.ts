import { exportMetricsJob } from '../../domain/jobs.ts';
import type { MetricExportKind } from '../../domain/metric-export.ts';
import { OutboundError } from '../../lib/outbound.ts';
import type { Queryable } from '../../store/database.ts';
import { addJob } from '../../store/jobs.ts';
import { exportsOfProject, recordExport } from '../../store/metric-exports.ts';
import { findRun } from '../../store/runs.ts';
import { otlpHeaders, otlpMetricsBody } from '../../telemetry/otlp-metrics.ts';
import { remoteWriteBody, remoteWriteHeaders } from '../../telemetry/remote-write.ts';
import { type MeasuredRun, metricsOfRuns } from '../../telemetry/run-metrics.ts';
import { createRunViews } from '../create-run-views.ts';
import { measureRun } from '../measure-run.ts';
import type { RunContext } from '../run-context.ts';
import { viewRuns } from '../run-view.ts';

const everyMs = 15_000;
const timeoutMs = 10_000;
const maxBytes = 64 * 1024;

/** Called when a run starts and when it finishes. */
export async function scheduleMetricExport(
  context: RunContext,
  tx: Queryable,
  runId: string,
  projectId: number,
): Promise<void> {
  if ((await exportsOfProject(tx, projectId)).length > 0) await scheduleNext(context, tx, runId, 1000);
}

/** Exports the figures of a run so far, and repeats until it has finished: the last export is complete. */
export async function exportMetrics(context: RunContext, runId: string): Promise<void> {
  const { database, sealer, clock, log } = context.grids;
  const run = await findRun(database, runId);
  const targets = run ? await exportsOfProject(database, run.project.id) : [];
  if (!run || run.startedAt === null || targets.length === 0) return;
  const [view] = await viewRuns(context, [run]);
  if (!view) return;
  const measured = await measureRun(createRunViews(context, context.caps), view);
  for (const { id, kind, sealedAddress } of targets) {
    const problem = await send(context, kind, sealer.open(sealedAddress), measured, clock.nowMs());
    if (problem !== null) log.warn({ runId, exportId: id, reason: problem }, 'metric-export.failed');
    await recordExport(database, id, problem);
  }
  if (run.phase !== 'finished') await scheduleNext(context, database, runId, everyMs);
}

/** Null on success. The next request has newer figures, so a failed one is not repeated. */
async function send(
  { outbound }: RunContext,
  kind: MetricExportKind,
  url: string,
  run: MeasuredRun,
  nowMs: number,
): Promise<string | null> {
  const families = metricsOfRuns([run]);
  const message =
    kind === 'remote_write'
      ? { headers: remoteWriteHeaders, body: remoteWriteBody(families, nowMs) }
      : { headers: otlpHeaders, body: otlpMetricsBody(families, run.startedAt?.getTime() ?? nowMs, nowMs) };
  try {
    const { status } = await outbound.fetch({ method: 'POST', url, timeoutMs, maxBytes, ...message });
    if (status >= 200 && status < 300) return null;
    return `The receiver returned status ${status}.`;
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
}

async function scheduleNext(context: RunContext, db: Queryable, runId: string, inMs: number): Promise<void> {
  await addJob(db, exportMetricsJob, { runId }, new Date(context.grids.clock.nowMs() + inMs));
}
