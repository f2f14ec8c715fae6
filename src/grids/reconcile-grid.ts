import { advanceRunJob, endRunJob, reconcileGridJob } from '../domain/jobs.ts';
import { hasRecentHeartbeat, isSilent } from '../nodes/liveness.ts';
import { markNodeLost } from '../nodes/registry.ts';
import type { Queryable } from '../store/database.ts';
import { executionsOfNode } from '../store/executions.ts';
import { type GridRecord, lockGrid, setGridStatus } from '../store/grids.ts';
import { addJob } from '../store/jobs.ts';
import { type NodeRecord, nodesOfGrid, notifyNodes, setNodeState } from '../store/nodes.ts';
import { databaseNowMs } from '../store/now.ts';
import { lastRunEndOnGridMs, runIdsOfGrid } from '../store/runs.ts';
import { chargeGrid } from '../store/usage.ts';
import { type GridContext, joinTokenOf, providerOf } from './grid-context.ts';
import type { NodeSlot, Provider } from './provider.ts';

const nextCheckMs = 3_000;

/** Schedules a reconciliation of the grid. Cheap to call often: there is one job per grid. */
export async function scheduleReconcile(db: Queryable, gridId: string, runAt?: Date): Promise<void> {
  await addJob(db, reconcileGridJob, { gridId }, runAt);
}

/** Takes one step from the actual to the desired state, and schedules the next one until the grid is invoiced. */
export async function reconcileGrid(context: GridContext, gridId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const grid = await lockGrid(tx, gridId);
    if (!grid || grid.status === 'invoiced') return;
    const nodes = await nodesOfGrid(tx, gridId);
    const nowMs = await databaseNowMs(tx);
    const isOver = grid.endsAt !== null && grid.endsAt.getTime() <= nowMs;
    if (grid.status === 'stopped') {
      if (await shutDown(context, tx, grid, nodes, nowMs)) return;
    } else if (isOver) {
      await beginStop(tx, grid, nodes, reachedEnd(grid));
    } else {
      await reconcileNodes(context, tx, grid, nodes, nowMs);
    }
    const nextCheckAt = nowMs + nextCheckMs;
    await scheduleReconcile(
      tx,
      gridId,
      new Date(Math.min(nextCheckAt, grid.endsAt && !isOver ? grid.endsAt.getTime() : nextCheckAt)),
    );
  });
}

/** Marks the grid as stopped and ends its runs; its nodes stay until those runs are finished. */
export async function beginStop(
  tx: Queryable,
  grid: GridRecord,
  nodes: NodeRecord[],
  why: string,
): Promise<void> {
  await setGridStatus(tx, grid.id, 'stopped');
  for (const node of nodes) {
    if (node.state !== 'ended') await setNodeState(tx, node.id, 'stopping');
  }
  await endRuns(tx, grid, why);
  await scheduleReconcile(tx, grid.id);
}

/** Returns the number of runs on the grid. */
async function endRuns(tx: Queryable, grid: GridRecord, why: string): Promise<number> {
  const runIds = await runIdsOfGrid(tx, grid.id);
  for (const runId of runIds) {
    const reason = `Grid ${grid.name} ${why} during the run.`;
    await addJob(tx, endRunJob, { runId, reason });
  }
  return runIds.length;
}

async function reconcileNodes(
  context: GridContext,
  tx: Queryable,
  grid: GridRecord,
  nodes: NodeRecord[],
  nowMs: number,
): Promise<void> {
  if (grid.status === 'queued') await setGridStatus(tx, grid.id, 'starting');
  const provider = providerOf(context, grid.provider);
  const joinToken = joinTokenOf(context, grid);
  for (const node of nodes) {
    await ensureNode(context, provider, slotOf(grid, node, joinToken, nowMs));
    if (node.state === 'running' && isSilent(context, node, nowMs)) {
      await markNodeLost(tx, node.id);
    }
  }
  const hasAll = nodes.every((node) => node.joinedAt !== null);
  if (hasAll && grid.status !== 'started') await markStarted(tx, grid.id);
}

/** Also called when the last node joins, without waiting for the next reconciliation. */
export async function markStarted(tx: Queryable, gridId: string): Promise<void> {
  await setGridStatus(tx, gridId, 'started');
  // Notify the nodes that joined earlier: the end of the grid is known only now.
  await notifyNodes(
    tx,
    (await nodesOfGrid(tx, gridId)).map(({ id }) => id),
  );
  for (const runId of await runIdsOfGrid(tx, gridId)) await addJob(tx, advanceRunJob, { runId });
}

/** Returns true when the grid is invoiced. */
async function shutDown(
  context: GridContext,
  tx: Queryable,
  grid: GridRecord,
  nodes: NodeRecord[],
  nowMs: number,
): Promise<boolean> {
  // Includes a run that was assigned to the grid while it was being stopped.
  const hasRuns = (await endRuns(tx, grid, whyStopped(grid))) > 0;
  const provider = providerOf(context, grid.provider);
  const joinToken = joinTokenOf(context, grid);
  if (hasRuns) {
    // Restart crashed agents that still have results to deliver.
    for (const node of nodes) {
      const isNeeded = node.joinedAt !== null && (await executionsOfNode(tx, node.id)).length > 0;
      if (isNeeded) await ensureNode(context, provider, slotOf(grid, node, joinToken, nowMs));
    }
    return false;
  }
  // The grace of a node starts when its last run has ended.
  const graceStartMs = Math.max(grid.stoppedAt?.getTime() ?? 0, await lastRunEndOnGridMs(tx, grid.id));
  const isGraceOver =
    Math.min(nowMs - graceStartMs, context.heartbeats.uninterruptedMs()) > context.limits.nodeEndS * 1000;
  let left = 0;
  for (const node of nodes) {
    if (node.state === 'ended') continue;
    const slot = slotOf(grid, node, joinToken, nowMs);
    const isPresent = (await provider.isPresent(slot)) ?? !isSilent(context, node, nowMs);
    if (isPresent && !isGraceOver) {
      await notifyNodes(tx, [node.id]);
      left++;
      continue;
    }
    try {
      await provider.removeNode(slot);
    } catch (error) {
      context.log.error({ err: error, nodeId: node.id }, 'node.remove.failed');
      left++;
      continue;
    }
    await setNodeState(tx, node.id, 'ended');
  }
  if (left > 0) return false;
  await chargeGrid(tx, grid.id);
  await setGridStatus(tx, grid.id, 'invoiced');
  return true;
}

async function ensureNode(context: GridContext, provider: Provider, slot: NodeSlot): Promise<void> {
  try {
    await provider.ensureNode(slot);
  } catch (error) {
    context.log.error({ err: error, nodeId: slot.nodeId }, 'node.start.failed');
  }
}

function slotOf(grid: GridRecord, node: NodeRecord, joinToken: string, nowMs: number): NodeSlot {
  const { id: nodeId, index } = node;
  return { grid, nodeId, index, joinToken, hasRecentHeartbeat: hasRecentHeartbeat(node, nowMs) };
}

function whyStopped(grid: GridRecord): string {
  const { endsAt, stoppedAt } = grid;
  return endsAt && stoppedAt && stoppedAt >= endsAt ? reachedEnd(grid) : 'was terminated';
}

function reachedEnd(grid: GridRecord): string {
  return `reached its stop_after of ${grid.stopAfterMin} minutes`;
}
