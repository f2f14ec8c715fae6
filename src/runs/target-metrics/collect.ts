import { collectMetricsJob } from '../../domain/jobs.ts';
import { metricTimes, type TargetMetric } from '../../domain/target-metrics.ts';
import type { Queryable } from '../../store/database.ts';
import { addJob } from '../../store/jobs.ts';
import { findRun } from '../../store/runs.ts';
import { findSourceOfProject, writeTargetMetrics } from '../../store/target-metrics.ts';
import type { RunContext } from '../run-context.ts';
import { queryPrometheus } from './query-prometheus.ts';

const everyMs = 15_000;
/** Prometheus has the last samples of a run after its next scrape. */
const settleMs = 60_000;

/** Called when a run starts and when it finishes. */
export async function scheduleTargetMetrics(
  context: RunContext,
  tx: Queryable,
  runId: string,
  projectId: number,
): Promise<void> {
  if (await findSourceOfProject(tx, projectId)) await scheduleNext(context, tx, runId, 1000);
}

/** Stores the target's metrics of the run so far, and repeats until all samples of a finished run are stored. */
export async function collectTargetMetrics(context: RunContext, runId: string): Promise<void> {
  const { database, clock } = context.grids;
  const run = await findRun(database, runId);
  const source = run && (await findSourceOfProject(database, run.project.id));
  if (!run || !source) return;
  const nowMs = clock.nowMs();
  const isDone = run.stoppedAt !== null && nowMs - run.stoppedAt.getTime() >= settleMs;
  if (run.startedAt !== null) {
    const endedAt = run.loadEndedAt ?? run.stoppedAt ?? new Date(nowMs);
    const times = metricTimes(run.startedAt, endedAt);
    const address = context.grids.sealer.open(source.sealedAddress);
    const found: TargetMetric[] = [];
    for (const query of source.queries)
      found.push(await queryPrometheus(context.outbound, address, query, times));
    await database.transaction((tx) => writeTargetMetrics(tx, runId, found));
  }
  // A run that was stopped before its start has no metrics.
  if (!isDone && !(run.phase === 'finished' && run.startedAt === null))
    await scheduleNext(context, database, runId, everyMs);
}

async function scheduleNext(context: RunContext, db: Queryable, runId: string, inMs: number): Promise<void> {
  await addJob(db, collectMetricsJob, { runId }, new Date(context.grids.clock.nowMs() + inMs));
}
