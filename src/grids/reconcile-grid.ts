import type { Queryable } from '../store/database.ts';
import { executionsOfNode, markExecutionsLost } from '../store/executions.ts';
import { type GridRecord, lockGrid, setGridStatus } from '../store/grids.ts';
import { addJob } from '../store/jobs.ts';
import { type NodeRecord, nodesOfGrid, notifyNodes, setNodeState } from '../store/nodes.ts';
import { databaseNowMs } from '../store/now.ts';
import { lastRunEndOnGridMs, runIdsOfGrid } from '../store/runs.ts';
import { chargeGrid } from '../store/usage.ts';
import { type GridContext, joinTokenOf, providerOf } from './grid-context.ts';
import type { NodeSlot, Provider } from './provider.ts';

export const reconcileGridJob = 'grid.tend';

const nextLookMs = 3_000;
/** Nodes speak every two seconds. */
const heardLatelyMs = 6_000;

/** Asks for a look at the grid, now or later. Asking often is cheap: there is one such job per grid. */
export async function scheduleReconcile(db: Queryable, gridId: string, runAt?: Date): Promise<void> {
  await addJob(db, reconcileGridJob, { gridId }, { key: `grid:${gridId}`, runAt });
}

/** One look at a grid: brings it one step nearer to what it should be, and asks for the next look until it is invoiced. */
export async function reconcileGrid(context: GridContext, gridId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const grid = await lockGrid(tx, gridId);
    if (!grid || grid.status === 'invoiced') return;
    const nodes = await nodesOfGrid(tx, gridId);
    const nowMs = await databaseNowMs(tx);
    const isOver = grid.endsAt !== null && grid.endsAt.getTime() <= nowMs;
    if (grid.status === 'stopped') {
      if (await windDown(context, tx, grid, nodes, nowMs)) return;
    } else if (isOver) {
      await beginStop(tx, grid, nodes, reachedEnd(grid));
    } else {
      await keepUp(context, tx, grid, nodes, nowMs);
    }
    const nextLookAt = nowMs + nextLookMs;
    await scheduleReconcile(
      tx,
      gridId,
      new Date(Math.min(nextLookAt, grid.endsAt && !isOver ? grid.endsAt.getTime() : nextLookAt)),
    );
  });
}

/** Marks the grid stopped and asks every run on it to end; its nodes stay until those runs are finished. */
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
  await askRunsToEnd(tx, grid, why);
  await scheduleReconcile(tx, grid.id);
}

/** Returns how many there are. */
async function askRunsToEnd(tx: Queryable, grid: GridRecord, why: string): Promise<number> {
  const runIds = await runIdsOfGrid(tx, grid.id);
  for (const runId of runIds) {
    const reason = `Grid ${grid.name} ${why} while the run was on it.`;
    await addJob(tx, 'run.end', { runId, reason }, { key: `run.end:${runId}` });
  }
  return runIds.length;
}

async function keepUp(
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
      await setNodeState(tx, node.id, 'lost');
      await markExecutionsLost(tx, node.id);
    }
  }
  const hasAll = nodes.every((node) => node.joinedAt !== null);
  if (hasAll && grid.status !== 'started') await markStarted(tx, grid.id);
}

/** Also called when the last node joins, so that nobody waits for the next look. */
export async function markStarted(tx: Queryable, gridId: string): Promise<void> {
  await setGridStatus(tx, gridId, 'started');
  // Those that joined before the last one learn when the grid ends.
  await notifyNodes(
    tx,
    (await nodesOfGrid(tx, gridId)).map(({ id }) => id),
  );
  for (const runId of await runIdsOfGrid(tx, gridId))
    await addJob(tx, 'run.advance', { runId }, { key: `run:${runId}` });
}

/** Returns true when the grid is done with for good. */
async function windDown(
  context: GridContext,
  tx: Queryable,
  grid: GridRecord,
  nodes: NodeRecord[],
  nowMs: number,
): Promise<boolean> {
  // Also one that came onto the grid in the very moment of its end.
  const isWaitedFor = (await askRunsToEnd(tx, grid, whyStopped(grid))) > 0;
  const provider = providerOf(context, grid.provider);
  const joinToken = joinTokenOf(context, grid);
  if (isWaitedFor) {
    // An agent that dies now has still to deliver what it measured.
    for (const node of nodes) {
      const isNeeded = node.joinedAt !== null && (await executionsOfNode(tx, node.id)).length > 0;
      if (isNeeded) await ensureNode(context, provider, slotOf(grid, node, joinToken, nowMs));
    }
    return false;
  }
  // A node may end once its runs have; from there on it gets its time.
  const couldEndAt = Math.max(grid.stoppedAt?.getTime() ?? 0, await lastRunEndOnGridMs(tx, grid.id));
  const hadItsTime =
    Math.min(nowMs - couldEndAt, context.heartbeats.uninterruptedMs()) > context.limits.nodeEndS * 1000;
  let left = 0;
  for (const node of nodes) {
    if (node.state === 'ended') continue;
    const slot = slotOf(grid, node, joinToken, nowMs);
    const isPresent = (await provider.isPresent(slot)) ?? !isSilent(context, node, nowMs);
    if (isPresent && !hadItsTime) {
      await notifyNodes(tx, [node.id]);
      left++;
      continue;
    }
    try {
      await provider.removeNode(slot);
    } catch (error) {
      context.log.error({ err: error, nodeId: node.id }, 'a node could not be removed; it is tried again');
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
    context.log.error({ err: error, nodeId: slot.nodeId }, 'a node could not be started; it is tried again');
  }
}

function slotOf(grid: GridRecord, node: NodeRecord, joinToken: string, nowMs: number): NodeSlot {
  const isHeard = nowMs - (node.lastSeenAt?.getTime() ?? 0) < heardLatelyMs;
  return { grid, nodeId: node.id, index: node.index, joinToken, isHeard };
}

function whyStopped(grid: GridRecord): string {
  const { endsAt, stoppedAt } = grid;
  return endsAt && stoppedAt && stoppedAt >= endsAt ? reachedEnd(grid) : 'was ended';
}

function reachedEnd(grid: GridRecord): string {
  return `reached its stop_after of ${grid.stopAfterMin} minutes`;
}

/** Not heard of for so long that it counts as lost. */
export function isSilent(
  context: Pick<GridContext, 'heartbeats' | 'limits'>,
  node: Pick<NodeRecord, 'lastSeenAt'>,
  nowMs: number,
): boolean {
  const silentMs = Math.min(nowMs - (node.lastSeenAt?.getTime() ?? 0), context.heartbeats.uninterruptedMs());
  return silentMs > context.limits.nodeLostS * 1000;
}
