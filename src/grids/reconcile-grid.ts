import { advanceRunJob, endRunJob, reconcileGridJob, reconcileLocalGridJob } from '../domain/jobs.ts';
import { hasRecentHeartbeat, isSilent } from '../nodes/liveness.ts';
import { markNodeLost } from '../nodes/registry.ts';
import type { Queryable } from '../store/database.ts';
import { executionsOfNode } from '../store/executions.ts';
import {
  type GridRecord,
  lockGrid,
  providerOfGrid,
  setGridProblems,
  setGridStatus,
  setGridStopped,
} from '../store/grids.ts';
import { addJob } from '../store/jobs.ts';
import { type NodeRecord, nodesOfGrid, notifyNodes, setNodeState } from '../store/nodes.ts';
import { databaseNowMs } from '../store/now.ts';
import { lastRunEndOnGridMs, runIdsOfGrid } from '../store/runs.ts';
import { chargeGrid } from '../store/usage.ts';
import { stoppedByBudget } from './budget.ts';
import { type GridContext, joinTokenOf, providerOf } from './grid-context.ts';
import { onThisMachine } from './placement.ts';
import type { Incident, Machines, NodeSlot, Provider } from './provider.ts';
import { recordIncidents } from './record-incidents.ts';

const nextCheckMs = 3_000;

/** Schedules a reconciliation of the grid. Cheap to call often: there is one job per grid. */
export async function scheduleReconcile(db: Queryable, gridId: string, runAt?: Date): Promise<void> {
  const isLocal = (await providerOfGrid(db, gridId)) === onThisMachine.provider;
  await addJob(db, isLocal ? reconcileLocalGridJob : reconcileGridJob, { gridId }, runAt);
}

/** Takes one step from the actual to the desired state, and schedules the next one until the grid is invoiced. */
export async function reconcileGrid(context: GridContext, gridId: string): Promise<void> {
  const { database } = context;
  const step = await database.transaction((tx) => planStep(context, tx, gridId), { isIdempotent: true });
  // Outside of transactions: clouds take seconds to respond.
  const outcome = await carryOut(context, step);
  await database.transaction((tx) => recordStep(context, tx, step, outcome), { isIdempotent: true });
}

interface StepOnGrid {
  grid: GridRecord;
  /** Nodes whose machines are concerned. */
  nodes: NodeRecord[];
  /** All nodes of the grid. */
  gridNodes: NodeRecord[];
  nowMs: number;
}
interface EndStep extends StepOnGrid {
  kind: 'end';
  isGraceOver: boolean;
}
type ActiveStep = EndStep | (StepOnGrid & { kind: 'ensure' });
/** The work of the provider. */
type Step = ActiveStep | { kind: 'none' };

interface Outcome {
  problems: string[];
  incidents?: readonly Incident[];
  endedNodeIds: string[];
  isForgotten: boolean;
}

async function planStep(context: GridContext, tx: Queryable, gridId: string): Promise<Step> {
  const grid = await lockGrid(tx, gridId);
  if (!grid || grid.status === 'invoiced') return { kind: 'none' };
  const nodes = await nodesOfGrid(tx, gridId);
  const nowMs = await databaseNowMs(tx);
  if (grid.status === 'stopped') return planShutdown(context, tx, grid, nodes, nowMs);
  if (isOver(grid, nowMs)) {
    await beginStop(tx, grid, nodes, reachedEnd(grid));
    return { kind: 'none' };
  }
  const overBudget = await stoppedByBudget(tx, grid);
  if (overBudget !== undefined) {
    context.log.warn({ gridId, accountId: grid.accountId }, 'grid.stopped.over_budget');
    await beginStop(tx, grid, nodes, overBudget);
    return { kind: 'none' };
  }
  if (grid.status === 'queued') await setGridStatus(tx, grid.id, 'starting');
  for (const node of nodes)
    if (node.state === 'running' && isSilent(context, node, nowMs)) await markNodeLost(tx, node.id);
  const hasAll = nodes.every((node) => node.joinedAt !== null);
  if (hasAll && grid.status !== 'started') await markStarted(tx, grid.id);
  return { kind: 'ensure', grid, nodes, gridNodes: nodes, nowMs };
}
/** Marks the grid as stopped and ends its runs; its nodes stay until those runs are finished. */
export async function beginStop(
  tx: Queryable,
  grid: GridRecord,
  nodes: NodeRecord[],
  why: string,
): Promise<void> {
  await setGridStopped(tx, grid.id, why);
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

async function planShutdown(
  context: GridContext,
  tx: Queryable,
  grid: GridRecord,
  nodes: NodeRecord[],
  nowMs: number,
): Promise<Step> {
  // Includes a run that was assigned to the grid while it was being stopped.
  const hasRuns = (await endRuns(tx, grid, whyStopped(grid))) > 0;
  if (hasRuns) {
    // Restart crashed agents that still have results to deliver.
    const needed: NodeRecord[] = [];
    for (const node of nodes)
      if (node.joinedAt !== null && (await executionsOfNode(tx, node.id)).length > 0) needed.push(node);
    return { kind: 'ensure', grid, nodes: needed, gridNodes: nodes, nowMs };
  }
  // The grace of a node starts when its last run has ended.
  const graceStartMs = Math.max(grid.stoppedAt?.getTime() ?? 0, await lastRunEndOnGridMs(tx, grid.id));
  const graceMs = Math.min(nowMs - graceStartMs, context.heartbeats.uninterruptedMs());
  const isGraceOver = graceMs > context.limits.nodeEndS * 1000;
  const left = nodes.filter((node) => node.state !== 'ended');
  return { kind: 'end', grid, nodes: left, gridNodes: nodes, nowMs, isGraceOver };
}

async function carryOut(context: GridContext, step: Step): Promise<Outcome> {
  if (step.kind === 'none') return { problems: [], endedNodeIds: [], isForgotten: false };
  const provider = providerOf(context, step.grid.provider);
  try {
    if (step.kind === 'end') return await endMachines(context, provider, step);
    const { problems, incidents = [] } = await provider.ensure(machinesOf(context, step, step.nodes));
    return { problems, incidents, endedNodeIds: [], isForgotten: false };
  } catch (error) {
    const { message } = error as Error;
    return { problems: [message], endedNodeIds: [], isForgotten: false };
  }
}

/** Ends the machines whose agents have exited, and after the grace all of them. */
async function endMachines(context: GridContext, provider: Provider, step: EndStep): Promise<Outcome> {
  const { grid, nodes, nowMs, isGraceOver } = step;
  const before = await provider.observe(machinesOf(context, step, nodes));
  const isPresent = (node: NodeRecord) =>
    before.present ? before.present.has(node.index) : !isSilent(context, node, nowMs);
  // A machine that has not joined has nothing to deliver.
  const ending = nodes.filter((node) => isGraceOver || node.joinedAt === null || !isPresent(node));
  const after = await provider.end(machinesOf(context, step, ending));
  const ended = ending.filter((node) => !after.present?.has(node.index));
  const isForgotten = ended.length === nodes.length;
  if (isForgotten) await provider.forget(grid);
  return { problems: after.problems, endedNodeIds: ended.map(({ id }) => id), isForgotten };
}

async function recordStep(context: GridContext, tx: Queryable, step: Step, outcome: Outcome): Promise<void> {
  if (step.kind === 'none') return;
  const { id: gridId } = step.grid;
  const grid = await lockGrid(tx, gridId);
  if (!grid) return;
  const { problems, endedNodeIds, isForgotten } = outcome;
  if (problems.length > 0) context.log.warn({ gridId, problems }, 'grid.machines.problem');
  await setGridProblems(tx, gridId, problems);
  await recordIncidents(tx, grid, step.nodes, outcome.incidents ?? []);
  for (const nodeId of endedNodeIds) await setNodeState(tx, nodeId, 'ended');
  if (isForgotten) {
    await chargeGrid(tx, grid);
    await setGridStatus(tx, gridId, 'invoiced');
    return;
  }
  if (step.kind === 'end') {
    const left = step.nodes.filter(({ id }) => !endedNodeIds.includes(id));
    await notifyNodes(
      tx,
      left.map(({ id }) => id),
    );
  }
  const nextMs = (await databaseNowMs(tx)) + nextCheckMs;
  const endsAtMs = grid.status === 'stopped' ? nextMs : (grid.endsAt?.getTime() ?? nextMs);
  await scheduleReconcile(tx, gridId, new Date(Math.min(nextMs, endsAtMs)));
}

function machinesOf(
  context: GridContext,
  { grid, nowMs, gridNodes }: ActiveStep,
  nodes: NodeRecord[],
): Machines {
  return {
    grid,
    joinToken: joinTokenOf(context, grid),
    slots: nodes.map((node) => slotOf(node, nowMs)),
    joinedMachines: new Set(
      gridNodes.flatMap(({ state, info }) => (state === 'ended' || !info ? [] : [info.hostname])),
    ),
  };
}

function slotOf(node: NodeRecord, nowMs: number): NodeSlot {
  const { id: nodeId, index, info } = node;
  return {
    nodeId,
    index,
    hasRecentHeartbeat: hasRecentHeartbeat(node, nowMs),
    machine: info?.hostname ?? null,
  };
}

function isOver({ endsAt }: GridRecord, nowMs: number): boolean {
  return endsAt !== null && endsAt.getTime() <= nowMs;
}

function whyStopped(grid: GridRecord): string {
  const { endsAt, stoppedAt, stopReason } = grid;
  if (stopReason !== null) return stopReason;
  return endsAt && stoppedAt && stoppedAt >= endsAt ? reachedEnd(grid) : 'was terminated';
}

function reachedEnd(grid: GridRecord): string {
  return `reached its stop_after of ${grid.stopAfterMin} minutes`;
}
