import { type RunDeadline, runDeadline } from '../domain/run-deadline.ts';
import type { ExecutionSituation, RunSituation } from '../domain/run-decision.ts';
import { joinLimitS } from '../grids/join-limit.ts';
import type { Queryable } from '../store/database.ts';
import { executionsOfRun } from '../store/executions.ts';
import { type GridRecord, gridsOfRuns } from '../store/grids.ts';
import { nodesOfGrids } from '../store/nodes.ts';
import { databaseNowMs } from '../store/now.ts';
import type { RunRecord } from '../store/runs.ts';
import { findAbort } from './abort-rules.ts';
import { placeOf } from './execution-place.ts';
import type { RunContext } from './run-context.ts';
import { hasTurn } from './turn.ts';

/** Reads the input of decideRun. */
export async function readSituation(
  context: RunContext,
  tx: Queryable,
  run: RunRecord,
): Promise<RunSituation> {
  const nowMs = await databaseNowMs(tx);
  // Timeouts start no earlier than the last heartbeat interruption.
  const heartbeatsSinceMs = nowMs - context.grids.heartbeats.uninterruptedMs();
  const grids = (await gridsOfRuns(tx, [run.id])).get(run.id) ?? [];
  const nodesByGrid = await nodesOfGrids(
    tx,
    grids.map((grid) => grid.id),
  );
  const nodes = new Map([...nodesByGrid.values()].flat().map((node) => [node.id, node]));
  const executions = (await executionsOfRun(tx, run.id)).map((execution): ExecutionSituation => {
    const node = nodes.get(execution.nodeId);
    return {
      id: execution.id,
      where: placeOf(execution, grids),
      state: execution.state,
      want: execution.want,
      errors: execution.errors,
      silentMs: nowMs - Math.max(node?.lastSeenAt?.getTime() ?? run.phaseAt.getTime(), heartbeatsSinceMs),
    };
  });
  return {
    nowMs,
    phase: run.phase,
    phaseAtMs: Math.max(run.phaseAt.getTime(), heartbeatsSinceMs),
    minNodes: run.minNodes,
    isStopRequested: run.stopRequestedAt !== null,
    deadline: deadlineOf(context, run),
    hasTurn: run.phase === 'waiting_for_turn' && (await hasTurn(context, tx, run, grids)),
    abort: await findAbort(context, tx, run, { executions, nowMs }),
    grids: grids.map((grid) => {
      const ofGrid = nodesByGrid.get(grid.id) ?? [];
      return {
        name: grid.name,
        status: grid.status,
        isStartedByUsers: grid.provider === 'joined',
        problems: grid.problems,
        nodes: ofGrid.length,
        missing: ofGrid.filter((node) => node.joinedAt === null).map((node) => node.index + 1),
      };
    }),
    executions,
    limits: { ...context.limits, nodeJoinMs: joinLimitMs(context, grids) },
  };
}

/** The longest of its grids. */
function joinLimitMs(context: RunContext, grids: readonly GridRecord[]): number {
  return 1000 * Math.max(0, ...grids.map(({ provider }) => joinLimitS(context.grids.limits, provider)));
}

/** The later of two clocks, so that a slow one never shortens the run. */
function deadlineOf(context: RunContext, run: RunRecord): RunDeadline | null {
  if (run.phase !== 'running' || run.startAt === null) return null;
  const startedAtMs = Math.max(run.startAt.getTime(), run.phaseAt.getTime());
  return runDeadline({ ...context.limits, startedAtMs, durationS: run.durationS });
}
