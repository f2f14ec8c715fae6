import type { Queryable } from '../store/database.ts';
import { type GridRecord, lockGrid, setGridStatus } from '../store/grids.ts';
import { addJob } from '../store/jobs.ts';
import { type NodeRecord, nodesOfGrid, notifyNodes, setNodeState } from '../store/nodes.ts';
import { databaseNowMs } from '../store/now.ts';
import { lastRunEndOnGridMs, runIdsOfGrid } from '../store/runs.ts';
import { chargeGrid } from '../store/usage.ts';
import { type GridContext, joinTokenOf, providerOf } from './grid-context.ts';
import type { NodeSlot } from './provider.ts';

export const tendGridJob = 'grid.tend';

const nextLookMs = 3_000;

/** Asks for a look at the grid, now or later. Asking often is cheap: there is one such job per grid. */
export async function scheduleTend(db: Queryable, gridId: string, runAt?: Date): Promise<void> {
  await addJob(db, tendGridJob, { gridId }, { key: `grid:${gridId}`, runAt });
}

/** One look at a grid: brings it one step nearer to what it should be, and asks for the next look until it is invoiced. */
export async function tendGrid(context: GridContext, gridId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const grid = await lockGrid(tx, gridId);
    if (!grid || grid.status === 'invoiced') return;
    const nodes = await nodesOfGrid(tx, gridId);
    const nowMs = await databaseNowMs(tx);
    const isOver = grid.endsAt !== null && grid.endsAt.getTime() <= nowMs;
    if (grid.status === 'stopped') {
      if (await windDown(context, tx, grid, nodes, nowMs)) return;
    } else if (isOver) {
      await beginStop(tx, grid, nodes, `reached its stop_after of ${grid.stopAfterMin} minutes`);
    } else {
      await keepUp(context, tx, grid, nodes, nowMs);
    }
    const nextLookAt = nowMs + nextLookMs;
    await scheduleTend(
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
    if (node.state === 'joining') await setNodeState(tx, node.id, 'ended');
    else if (node.state !== 'ended') await setNodeState(tx, node.id, 'stopping');
  }
  for (const runId of await runIdsOfGrid(tx, grid.id)) {
    await addJob(tx, 'run.end', { runId, reason: `Grid ${grid.name} ${why} while the run was on it.` });
  }
  await scheduleTend(tx, grid.id);
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
    await provider.ensureNode({ grid, nodeId: node.id, index: node.index, joinToken });
    if (node.state === 'running' && isSilent(context, node, nowMs)) await setNodeState(tx, node.id, 'lost');
  }
  const hasAll = nodes.every((node) => node.joinedAt !== null);
  if (hasAll && grid.status !== 'started') await markStarted(tx, grid.id);
}

/** Also called when the last node joins, so that nobody waits for the next look. */
export async function markStarted(tx: Queryable, gridId: string): Promise<void> {
  await setGridStatus(tx, gridId, 'started');
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
  if ((await runIdsOfGrid(tx, grid.id)).length > 0) return false;
  const provider = providerOf(context, grid.provider);
  const joinToken = joinTokenOf(context, grid);
  // A node may end once its runs have; from there on it gets its time.
  const couldEndAt = Math.max(grid.stoppedAt?.getTime() ?? 0, await lastRunEndOnGridMs(tx, grid.id));
  const hadItsTime = Math.min(nowMs - couldEndAt, context.hearing.forMs()) > context.limits.nodeEndS * 1000;
  let left = 0;
  for (const node of nodes) {
    if (node.state === 'ended') continue;
    const slot: NodeSlot = { grid, nodeId: node.id, index: node.index, joinToken };
    const isPresent = (await provider.isPresent(slot)) ?? !isSilent(context, node, nowMs);
    if (isPresent && !hadItsTime) {
      await notifyNodes(tx, [node.id]);
      left++;
      continue;
    }
    await provider.removeNode(slot);
    await setNodeState(tx, node.id, 'ended');
  }
  if (left > 0) return false;
  await chargeGrid(tx, grid.id);
  await setGridStatus(tx, grid.id, 'invoiced');
  return true;
}

function isSilent(context: GridContext, node: NodeRecord, nowMs: number): boolean {
  const silentMs = Math.min(nowMs - (node.lastSeenAt?.getTime() ?? 0), context.hearing.forMs());
  return silentMs > context.limits.nodeLostS * 1000;
}
