import { AppError } from '../domain/errors.ts';
import { inFlightText, sumInFlight } from '../domain/in-flight.ts';
import { decideRun, type RunAction, type RunSituation } from '../domain/run-decision.ts';
import { newId } from '../lib/id.ts';
import { isTroubleOfDatabase } from '../store/connection-loss.ts';
import type { Queryable } from '../store/database.ts';
import {
  executionsOfRun,
  giveUpExecution,
  insertExecutions,
  removeExecution,
  setWant,
} from '../store/executions.ts';
import { gridsOfRuns } from '../store/grids.ts';
import { type NodeRecord, nodesOfGrids, notifyNodes, notifyNodesOfRun } from '../store/nodes.ts';
import { addRunFailure, clearRunFailures } from '../store/run-failures.ts';
import {
  addRemoteErrors,
  addWarnings,
  lockRun,
  type RunRecord,
  requestStop,
  setAborted,
  setPhase,
  setStart,
} from '../store/runs.ts';
import { finishRunNow } from './finish-run.ts';
import { forceFinish } from './force-finish.ts';
import { scheduleMetricExport } from './metric-exports/send.ts';
import type { RunContext } from './run-context.ts';
import { advanceWaitingRuns, scheduleAdvance } from './run-signals.ts';
import { readSituation } from './situation.ts';
import { scheduleTargetMetrics } from './target-metrics/collect.ts';

/** Maximum interval between steps of an open run, in case a notification is lost. */
const nextCheckMs = 2_000;
/** Abort rules are judged each second: before the next poll of the job worker. */
const nextRuleCheckMs = 500;
/** Delay of the common start, so that the last node is notified in time. */
const startMarginMs = (nodes: number) => 400 + 4 * nodes;

/** After this many consecutive failures (about a minute), the run is finished without a report. */
const failuresAllowed = 6;

/** Advances a run; after repeated failures, finishes it without a report. */
export async function advanceRun(context: RunContext, runId: string): Promise<void> {
  const { database, log } = context.grids;
  try {
    await takeSteps(context, runId);
    await clearRunFailures(database, runId);
  } catch (error) {
    // Database failures are not failures of the run.
    if (error instanceof AppError && error.code === 'starting') throw error;
    if (isTroubleOfDatabase(error)) throw error;
    const failures = await addRunFailure(database, runId);
    if (failures < failuresAllowed) throw error;
    log.error({ err: error, runId, failures }, 'run.advance.abandoned');
    await forceFinish(context, runId, error);
  }
}

/** Takes all steps that are possible now, and schedules the next call until the run is finished. */
async function takeSteps(context: RunContext, runId: string): Promise<void> {
  const { database } = context.grids;
  for (;;) {
    const outcome = await database.transaction(async (tx) => {
      const run = await lockRun(tx, runId);
      if (!run || run.phase === 'finished') return 'over';
      const situation = await readSituation(context, tx, run);
      const actions = decideRun(situation);
      if (actions.some((action) => action.do === 'finish')) return 'finish';
      for (const action of actions) await perform(context, tx, run, situation, action);
      if (actions.some(concernsNodes)) await notifyNodesOfRun(tx, run.id);
      if (actions.length > 0) return 'moved';
      await scheduleAdvance(tx, runId, new Date(nextCheckAtMs(situation, run.abortIf.length > 0)));
      return 'waits';
    });
    if (outcome === 'over' || outcome === 'waits') return;
    if (outcome === 'finish') {
      // New data arrived meanwhile: retry after other jobs.
      if (!(await finishRunNow(context, runId))) await scheduleAdvance(database, runId);
      return;
    }
  }
}

/** The deadline is enforced by the database job, so any service instance can do it. */
function nextCheckAtMs({ nowMs, deadline, phase }: RunSituation, hasRules: boolean): number {
  const waitMs = hasRules && phase === 'running' ? nextRuleCheckMs : nextCheckMs;
  return Math.min(nowMs + waitMs, Math.max(nowMs, deadline?.stopAtMs ?? Number.POSITIVE_INFINITY));
}

/** Stops a run whose grid has ended; `reason` is shown to users. */
export async function endRun(context: RunContext, runId: string, reason: string): Promise<void> {
  await context.grids.database.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (!run || run.phase === 'finished' || run.phase === 'collecting') return;
    await requestStop(tx, runId, reason);
    if (run.stopRequestedAt === null) await addRemoteErrors(tx, runId, [reason]);
    await scheduleAdvance(tx, runId);
  });
}

async function perform(
  context: RunContext,
  tx: Queryable,
  run: RunRecord,
  situation: RunSituation,
  action: RunAction,
): Promise<void> {
  switch (action.do) {
    case 'enter':
      await setPhase(tx, run.id, action.phase);
      context.grids.log.info({ runId: run.id, phase: action.phase }, 'run.phase.changed');
      if (action.phase === 'collecting' || action.phase === 'preparing') await advanceWaitingRuns(tx);
      return;
    case 'admit':
      return admit(tx, run);
    case 'start':
      return start(context, tx, run, situation);
    case 'want':
      return setWant(tx, [action.executionId], action.want);
    case 'give_up':
      await giveUpExecution(tx, action.executionId);
      return addRemoteErrors(tx, run.id, [action.sentence]);
    case 'leave_out':
      return leaveOut(context, tx, run, action);
    case 'warn':
      return addWarnings(tx, run.id, action.sentences);
    case 'blame':
      return addRemoteErrors(tx, run.id, action.sentences);
    case 'abort':
      await setAborted(tx, run.id, action.abort);
      context.grids.log.warn({ runId: run.id, rule: action.abort.rule }, 'run.aborted');
      return requestStop(tx, run.id, action.abort.text);
    case 'time_out':
      return timeOut(context, tx, run, action.sentence);
    case 'finish':
      return;
  }
}

function concernsNodes(action: RunAction): boolean {
  const isOurs = ['enter', 'blame', 'warn', 'abort', 'time_out'].includes(action.do);
  return !isOurs;
}

/** Stops the run and adds the in-flight requests, as far as known, to the error. */
async function timeOut(context: RunContext, tx: Queryable, run: RunRecord, why: string): Promise<void> {
  const executions = await executionsOfRun(tx, run.id);
  const inFlight = inFlightText(
    sumInFlight(executions.flatMap(({ generator }) => generator?.inFlight ?? [])),
  );
  const sentence = inFlight === undefined ? why : `${why} ${inFlight}.`;
  await requestStop(tx, run.id, sentence);
  context.grids.log.warn({ runId: run.id, durationS: run.durationS, inFlight }, 'run.timed_out');
  await addRemoteErrors(tx, run.id, [sentence]);
}

async function leaveOut(
  context: RunContext,
  tx: Queryable,
  run: RunRecord,
  { executionId, sentence }: RunAction & { do: 'leave_out' },
): Promise<void> {
  const nodeId = await removeExecution(tx, executionId);
  context.grids.log.warn({ runId: run.id, nodeId, sentence }, 'run.node.left_out');
  await addWarnings(tx, run.id, [sentence]);
  // A node that is slow, not dead, must remove its workspace.
  if (nodeId !== undefined) await notifyNodes(tx, [nodeId]);
}

/** Creates one execution per node that has joined. */
async function admit(tx: Queryable, run: RunRecord): Promise<void> {
  const grids = (await gridsOfRuns(tx, [run.id])).get(run.id) ?? [];
  const nodes = await nodesOfGrids(
    tx,
    grids.map((grid) => grid.id),
  );
  const executions = grids.flatMap((grid, gridIndex) =>
    (nodes.get(grid.id) ?? []).filter(hasJoined).map((node) => ({
      id: newId(),
      runId: run.id,
      gridId: grid.id,
      nodeId: node.id,
      nodeIndex: node.index,
      gridIndex,
    })),
  );
  const count = executions.length;
  await insertExecutions(
    tx,
    executions.map((execution, index) => ({ ...execution, part: { index, count } })),
  );
}

function hasJoined({ joinedAt, state }: NodeRecord): boolean {
  return joinedAt !== null && state !== 'ended';
}

async function start(
  context: RunContext,
  tx: Queryable,
  run: RunRecord,
  situation: RunSituation,
): Promise<void> {
  const ready = situation.executions.filter((execution) => execution.state === 'ready');
  await setStart(tx, run.id, new Date(context.grids.clock.nowMs() + startMarginMs(ready.length)));
  await setWant(
    tx,
    ready.map((execution) => execution.id),
    'run',
  );
  await scheduleTargetMetrics(context, tx, run.id, run.project.id);
  await scheduleMetricExport(context, tx, run.id, run.project.id);
}
