import { AppError } from '../domain/errors.ts';
import { inFlightText, sumInFlight } from '../domain/in-flight.ts';
import { decideRun, type RunAction, type RunSituation } from '../domain/run-decision.ts';
import { newId } from '../lib/id.ts';
import { isTroubleOfDatabase } from '../store/connection-loss.ts';
import type { Queryable } from '../store/database.ts';
import { executionsOfRun, giveUpExecution, insertExecutions, setWant } from '../store/executions.ts';
import { gridsOfRuns } from '../store/grids.ts';
import { nodesOfGrids, notifyNodesOfRun } from '../store/nodes.ts';
import { addRemoteErrors, lockRun, type RunRecord, requestStop, setPhase, setStart } from '../store/runs.ts';
import { finishAnyway } from './finish-anyway.ts';
import { finishRunNow } from './finish-run.ts';
import type { RunContext } from './run-context.ts';
import { scheduleAdvance, wakeWaiting } from './run-signals.ts';
import { readSituation } from './situation.ts';

/** Nothing must depend on a message: an open run is looked at again at least this often. */
const nextLookMs = 2_000;
/** How far ahead the common start lies: enough for the last node to hear of it. */
const startMarginMs = (nodes: number) => 400 + 4 * nodes;

/** So many failures in a row, over a minute or more, and the run is ended by the last resort. */
const failuresAllowed = 6;
const failures = new WeakMap<RunContext, Map<string, number>>();

/** Looks at a run; one that fails again and again is finished all the same. */
export async function advanceRun(context: RunContext, runId: string): Promise<void> {
  const counts = failures.get(context) ?? new Map<string, number>();
  failures.set(context, counts);
  try {
    await lookAtRun(context, runId);
    counts.delete(runId);
  } catch (error) {
    // A database that is away, or has no room, says nothing about the run.
    if (error instanceof AppError && error.code === 'starting') throw error;
    if (isTroubleOfDatabase(error)) throw error;
    const count = (counts.get(runId) ?? 0) + 1;
    counts.set(runId, count);
    if (count < failuresAllowed) throw error;
    context.grids.log.error({ err: error, runId, failures: count }, 'a run is ended by the last resort');
    await finishAnyway(context, runId, error);
    counts.delete(runId);
  }
}

/** One look at a run: takes as many steps as can be taken now, and asks for the next look until it is finished. */
async function lookAtRun(context: RunContext, runId: string): Promise<void> {
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
      await scheduleAdvance(tx, runId, new Date(nextLookAtMs(situation)));
      return 'waits';
    });
    if (outcome === 'over' || outcome === 'waits') return;
    if (outcome === 'finish') {
      // Something came in between: others get their turn before it is tried again.
      if (!(await finishRunNow(context, runId))) await scheduleAdvance(database, runId);
      return;
    }
  }
}

/** The deadline of a run is kept by its job in the database, whichever service comes to do it. */
function nextLookAtMs({ nowMs, deadline }: RunSituation): number {
  return Math.min(nowMs + nextLookMs, Math.max(nowMs, deadline?.stopAtMs ?? Number.POSITIVE_INFINITY));
}

/** Ends a run because something under it ended; the reason is for the people who read it. */
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
      context.grids.log.info({ runId: run.id, phase: action.phase }, 'run enters phase');
      if (action.phase === 'collecting' || action.phase === 'preparing') await wakeWaiting(tx);
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
    case 'blame':
      return addRemoteErrors(tx, run.id, action.sentences);
    case 'time_out':
      return timeOut(context, tx, run, action.sentence);
    case 'finish':
      return;
  }
}

function concernsNodes(action: RunAction): boolean {
  return action.do !== 'enter' && action.do !== 'blame' && action.do !== 'time_out';
}

/** Says what the run was waiting for, as far as its nodes have told. */
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

/** Gives each node of each grid its part of the run. */
async function admit(tx: Queryable, run: RunRecord): Promise<void> {
  const grids = (await gridsOfRuns(tx, [run.id])).get(run.id) ?? [];
  const nodes = await nodesOfGrids(
    tx,
    grids.map((grid) => grid.id),
  );
  const executions = grids.flatMap((grid, gridIndex) =>
    (nodes.get(grid.id) ?? []).map((node) => ({
      id: newId(),
      runId: run.id,
      gridId: grid.id,
      nodeId: node.id,
      nodeIndex: node.index,
      gridIndex,
    })),
  );
  await insertExecutions(tx, executions);
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
}
