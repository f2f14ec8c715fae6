import { traceRunJob } from '../domain/jobs.ts';
import type { Queryable } from '../store/database.ts';
import { countExecutions } from '../store/executions.ts';
import { gridsOfRuns } from '../store/grids.ts';
import { addJob } from '../store/jobs.ts';
import { findRunCourse, findRunEvenDeleted } from '../store/runs.ts';
import type { RunContext } from './run-context.ts';
import { spansOfRun } from './run-spans.ts';

/** A collector that is unreachable for longer does not receive the trace. */
const retryForMs = 60 * 60 * 1000;

/** Called in the transaction that finishes the run: its trace is sent if and only if the run is finished. */
export async function scheduleTrace(context: RunContext, tx: Queryable, runId: string): Promise<void> {
  if (context.exportSpans) await addJob(tx, traceRunJob, { runId });
}

/**
 * Sends the trace of a finished run, derived from its stored times. A service that is killed between export and end of the
 * job sends the same spans again.
 */
export async function traceRun(context: RunContext, runId: string): Promise<void> {
  const { exportSpans } = context;
  const { database, clock, log } = context.grids;
  const run = await findRunEvenDeleted(database, runId);
  const course = await findRunCourse(database, runId);
  // Tracing was switched off, or the run was removed.
  if (!exportSpans || !run || !course || run.stoppedAt === null) return;
  const grids = (await gridsOfRuns(database, [runId])).get(runId) ?? [];
  const spans = spansOfRun({
    run,
    ...course,
    gridNames: grids.map(({ name }) => name),
    nodeCount: await countExecutions(database, runId),
  });
  try {
    await exportSpans(spans);
  } catch (error) {
    if (clock.nowMs() - run.stoppedAt.getTime() < retryForMs) throw error;
    log.warn({ err: error, runId }, 'run.trace.dropped');
  }
}
