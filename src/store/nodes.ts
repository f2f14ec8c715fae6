import type { Node, NodeInfo, NodeState, NodeVitals } from '../domain/node.ts';
import type { Queryable } from './database.ts';
import { type Columns, selectList } from './table.ts';

export type NodeRecord = Node;

const columns: Columns<NodeRecord> = {
  id: 'plain',
  number: 'plain',
  gridId: 'plain',
  index: 'plain',
  state: 'plain',
  info: 'json',
  vitals: 'json',
  joinedAt: 'plain',
  lastSeenAt: 'plain',
  endedAt: 'plain',
};
const selectNode = `select ${selectList('nodes', columns)} from nodes`;

export async function nodesOfGrids(db: Queryable, gridIds: string[]): Promise<Map<string, NodeRecord[]>> {
  const rows = await db.query<NodeRecord>(`${selectNode} where grid_id = any($1) order by grid_id, index`, [
    gridIds,
  ]);
  const byGrid = new Map<string, NodeRecord[]>(gridIds.map((id) => [id, []]));
  for (const node of rows) byGrid.get(node.gridId)?.push(node);
  return byGrid;
}

export async function nodesOfGrid(db: Queryable, gridId: string): Promise<NodeRecord[]> {
  return (await nodesOfGrids(db, [gridId])).get(gridId) ?? [];
}

export async function findNode(db: Queryable, nodeId: string): Promise<NodeRecord | undefined> {
  const [row] = await db.query<NodeRecord>(`${selectNode} where id = $1`, [nodeId]);
  return row;
}

export async function findNodeByCredential(
  db: Queryable,
  nodeId: string,
  credentialHash: Buffer,
): Promise<NodeRecord | undefined> {
  const [row] = await db.query<NodeRecord>(`${selectNode} where id = $1 and credential_hash = $2`, [
    nodeId,
    credentialHash,
  ]);
  return row;
}

/** Assigns the slot to a machine; invalidates earlier credentials of the node. */
export async function admitNode(
  tx: Queryable,
  nodeId: string,
  credentialHash: Buffer,
  info: NodeInfo,
): Promise<void> {
  await tx.query(
    `update nodes set state = 'running', credential_hash = $2, info = $3, joined_at = now(), last_seen_at = now(), ended_at = null
     where id = $1`,
    [nodeId, credentialHash, JSON.stringify(info)],
  );
}

/** Counts a new connection of the node, before it is accepted. Returns its number. */
export async function countLink(db: Queryable, nodeId: string): Promise<number> {
  const [row] = await db.query<{ link: number }>(
    'update nodes set link = link + 1 where id = $1 returning link',
    [nodeId],
  );
  return row?.link ?? 0;
}

/** False when the node has connected again since this connection, to any service. Locks the node, so that it cannot meanwhile. */
export async function noteHello(
  tx: Queryable,
  nodeId: string,
  link: number,
  info: NodeInfo,
): Promise<boolean> {
  const rows = await tx.query(
    `update nodes set info = $3, last_seen_at = now(), state = case when state = 'lost' then 'running' else state end
     where id = $1 and link = $2 returning id`,
    [nodeId, link, JSON.stringify(info)],
  );
  return rows.length > 0;
}

/**
 * Batch update: 1,000 nodes report every 2 s. Skips rows locked by other transactions; the next report updates them.
 */
export async function noteVitals(
  db: Queryable,
  heard: { nodeId: string; vitals: NodeVitals }[],
): Promise<void> {
  await db.query(
    `with free as materialized (select id from nodes where id = any($1::text[]) for update skip locked)
     update nodes set vitals = heard.vitals, last_seen_at = now(),
       state = case when state = 'lost' then 'running' else state end
     from unnest($1::text[], $2::jsonb[]) as heard (id, vitals) join free using (id) where nodes.id = heard.id`,
    [heard.map((one) => one.nodeId), heard.map((one) => JSON.stringify(one.vitals))],
  );
}

export async function setNodeState(tx: Queryable, nodeId: string, state: NodeState): Promise<void> {
  await tx.query(
    `update nodes set state = $2, ended_at = case when $2 = 'ended' then coalesce(ended_at, now()) else ended_at end where id = $1`,
    [nodeId, state],
  );
}

/** Notifies the service instances that the desired state of these nodes has changed. */
export async function notifyNodes(db: Queryable, nodeIds: string[]): Promise<void> {
  await db.query(`select pg_notify('spate_nodes', id) from unnest($1::text[]) as ids (id)`, [nodeIds]);
}

/** A slot for a joining machine: its previous one, the one it was started for, an unused one, or one of a lost node. */
export async function findFreePlace(
  tx: Queryable,
  gridId: string,
  { previousNodeId, index }: { previousNodeId?: string; index?: number },
): Promise<NodeRecord | undefined> {
  const [row] = await tx.query<NodeRecord>(
    `${selectNode} where grid_id = $1 and (state in ('joining', 'lost') or (id = $2 and state <> 'ended'))
     order by id = $2 desc nulls last, index = $3 desc nulls last, state = 'joining' desc, index limit 1`,
    [gridId, previousNodeId ?? null, index ?? null],
  );
  return row;
}

/** All nodes of the run's grids, including those that did not join. */
export async function countNodesOfRun(db: Queryable, runId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from nodes join run_grids using (grid_id) where run_id = $1`,
    [runId],
  );
  return row?.count ?? 0;
}

export async function countMissingNodes(tx: Queryable, gridId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from nodes where grid_id = $1 and joined_at is null`,
    [gridId],
  );
  return row?.count ?? 0;
}

/** Notifies the service instances that the desired state of the run's nodes may have changed. */
export async function notifyNodesOfRun(db: Queryable, runId: string): Promise<void> {
  await db.query(
    `select pg_notify('spate_nodes', node_id) from (select distinct node_id from executions where run_id = $1) as theirs`,
    [runId],
  );
}
