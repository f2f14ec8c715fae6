import { sweepAccess } from '../accounts/sweep.ts';
import type { Config } from '../config/config.ts';
import {
  advanceRunJob,
  collectMetricsJob,
  deliverNotificationJob,
  endRunJob,
  exportMetricsJob,
  notifyOfRunJob,
  reconcileGridJob,
  reconcileLocalGridJob,
  retentionJob,
  runScheduleJob,
  sweepCloudsJob,
  traceRunJob,
} from '../domain/jobs.ts';
import type { GridContext } from '../grids/grid-context.ts';
import { reconcileGrid, scheduleReconcile } from '../grids/reconcile-grid.ts';
import { scheduleCloudSweep, sweepClouds } from '../grids/sweep-clouds.ts';
import { advanceRun, endRun } from '../runs/advance-run.ts';
import { exportMetrics } from '../runs/metric-exports/send.ts';
import { deliver } from '../runs/notifications/deliver.ts';
import { notifyOfRun } from '../runs/notifications/notify.ts';
import { removeExpired, scheduleRetention } from '../runs/retention.ts';
import type { RunContext } from '../runs/run-context.ts';
import { runSchedule } from '../runs/run-schedule.ts';
import { scheduleAdvance } from '../runs/run-signals.ts';
import type { Runs } from '../runs/runs.ts';
import { scheduleNext } from '../runs/schedules.ts';
import { collectTargetMetrics } from '../runs/target-metrics/collect.ts';
import { traceRun } from '../runs/trace-run.ts';
import { watchOpenWork } from '../runs/watch-open-work.ts';
import type { Database } from '../store/database.ts';
import { providerOfGrid, uninvoicedGridIds } from '../store/grids.ts';
import { onJob, removeUnusedJobRows, startWorker } from '../store/jobs.ts';
import { openRunIds } from '../store/runs.ts';
import { dueSchedules } from '../store/schedules.ts';
import type { CloudParts } from './cloud-parts.ts';

export interface JobDeps {
  config: Config;
  grids: GridContext;
  runs: RunContext;
  /** Runs that schedules start. */
  operations: Runs;
  clouds: CloudParts;
}

export interface RunningJobs {
  /** Can be called again. */
  stop(): Promise<void>;
}

/** Starts the job worker with the handlers of all jobs, and schedules the work that is open. */
export async function startJobs({ config, grids, runs, operations, clouds }: JobDeps): Promise<RunningJobs> {
  await using undo = new AsyncDisposableStack();
  const { database, log } = grids;
  const worker = await startWorker({
    database,
    log,
    concurrency: config.jobConcurrency,
    isAlone: config.databaseUrl === null,
    handlers: [
      // A local grid's job of an earlier version is renamed, for the service that runs the nodes.
      onJob(reconcileGridJob, async ({ gridId }) =>
        (await providerOfGrid(database, gridId)) === 'local'
          ? scheduleReconcile(database, gridId)
          : reconcileGrid(grids, gridId),
      ),
      ...(config.localNodes
        ? [onJob(reconcileLocalGridJob, ({ gridId }) => reconcileGrid(grids, gridId))]
        : []),
      onJob(advanceRunJob, ({ runId }) => advanceRun(runs, runId)),
      onJob(endRunJob, ({ runId, reason }) => endRun(runs, runId, reason)),
      onJob(traceRunJob, ({ runId }) => traceRun(runs, runId)),
      onJob(notifyOfRunJob, ({ runId }) => notifyOfRun(runs, runId)),
      onJob(deliverNotificationJob, ({ deliveryId }) => deliver(runs, deliveryId)),
      onJob(collectMetricsJob, ({ runId }) => collectTargetMetrics(runs, runId)),
      onJob(exportMetricsJob, ({ runId }) => exportMetrics(runs, runId)),
      onJob(runScheduleJob, ({ scheduleId }) => runSchedule(runs, operations, scheduleId)),
      onJob(retentionJob, async () => {
        await sweepAccess(database, { auditDays: config.retentionAuditDays });
        await removeExpired(runs, {
          archives: config.retentionArchivesDays,
          frames: config.retentionFramesDays,
          files: config.retentionFilesDays,
        });
        await removeUnusedJobRows(database);
      }),
      onJob(sweepCloudsJob, () => sweepClouds({ database, log, clouds })),
    ],
  });
  undo.defer(() => worker.stop());
  const openWork = watchOpenWork(database, log);
  undo.defer(() => openWork.stop());
  await takeOverOpenWork(database);
  const begun = undo.move();
  return { stop: () => begun.disposeAsync() };
}

/** Schedules all work that was open when the last service stopped. */
async function takeOverOpenWork(database: Database): Promise<void> {
  for (const gridId of await uninvoicedGridIds(database)) await scheduleReconcile(database, gridId);
  for (const runId of await openRunIds(database)) await scheduleAdvance(database, runId);
  for (const { id, nextAt } of await dueSchedules(database)) await scheduleNext(database, id, nextAt);
  await scheduleRetention(database);
  await scheduleCloudSweep(database);
}
