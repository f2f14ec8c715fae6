import type { Node, NodeInfo, NodeState, NodeVitals } from '../domain/node.ts';
import type { Queryable } from './database.ts';

export type NodeRecord = Node;

export async function nodesOfGrids(db: Queryable, gridIds: string[]): Promise<Map<string, NodeRecord[]>> {
  const rows = await db.query<NodeRow>(
    `select * from nodes where grid_id = any($1) order by grid_id, index`,
    [gridIds],
  );
  const byGrid = new Map<string, NodeRecord[]>(gridIds.map((id) => [id, []]));
  for (const row of rows) byGrid.get(row.grid_id)?.push(toNode(row));
  return byGrid;
}

export async function nodesOfGrid(db: Queryable, gridId: string): Promise<NodeRecord[]> {
  return (await nodesOfGrids(db, [gridId])).get(gridId) ?? [];
}

export async function findNode(db: Queryable, nodeId: string): Promise<NodeRecord | undefined> {
  const [row] = await db.query<NodeRow>(`select * from nodes where id = $1`, [nodeId]);
  return row && toNode(row);
}

export async function findNodeByCredential(
  db: Queryable,
  nodeId: string,
  credentialHash: Buffer,
): Promise<NodeRecord | undefined> {
  const [row] = await db.query<NodeRow>(`select * from nodes where id = $1 and credential_hash = $2`, [
    nodeId,
    credentialHash,
  ]);
  return row && toNode(row);
}

/** Gives the slot to a machine: from now on only this credential speaks for the node. */
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

export async function noteHello(db: Queryable, nodeId: string, info: NodeInfo): Promise<void> {
  await db.query(
    `update nodes set info = $2, last_seen_at = now(), state = case when state = 'lost' then 'running' else state end where id = $1`,
    [nodeId, JSON.stringify(info)],
  );
}

/** Many nodes in one statement: a thousand of them speak every two seconds. */
export async function noteVitals(
  db: Queryable,
  heard: { nodeId: string; vitals: NodeVitals }[],
): Promise<void> {
  await db.query(
    `update nodes set vitals = heard.vitals, last_seen_at = now(), state = case when state = 'lost' then 'running' else state end
     from (select * from unnest($1::text[], $2::jsonb[]) as told (id, vitals) order by id) as heard where nodes.id = heard.id`,
    [heard.map((one) => one.nodeId), heard.map((one) => JSON.stringify(one.vitals))],
  );
}

export async function setNodeState(tx: Queryable, nodeId: string, state: NodeState): Promise<void> {
  await tx.query(
    `update nodes set state = $2, ended_at = case when $2 = 'ended' then coalesce(ended_at, now()) else ended_at end where id = $1`,
    [nodeId, state],
  );
}

/** Tells whichever service holds this node's connection that what is wanted of it has changed. */
export async function notifyNode(db: Queryable, nodeId: string): Promise<void> {
  await db.query(`select pg_notify('spate_nodes', $1)`, [nodeId]);
}

/** The same for all nodes of a run. */
export async function notifyNodesOfRun(db: Queryable, runId: string): Promise<void> {
  await db.query(
    `select pg_notify('spate_nodes', node_id) from (select distinct node_id from executions where run_id = $1) as theirs`,
    [runId],
  );
}

/** The same for the node of one execution. */
export async function notifyNodeOfExecution(db: Queryable, executionId: string): Promise<void> {
  await db.query(`select pg_notify('spate_nodes', node_id) from executions where id = $1`, [executionId]);
}

interface NodeRow {
  id: string;
  number: number;
  grid_id: string;
  index: number;
  state: string;
  info: NodeInfo | null;
  vitals: NodeVitals | null;
  joined_at: Date | null;
  last_seen_at: Date | null;
  ended_at: Date | null;
}

function toNode(row: NodeRow): NodeRecord {
  return {
    id: row.id,
    number: row.number,
    gridId: row.grid_id,
    index: row.index,
    state: row.state as NodeState,
    info: row.info,
    vitals: row.vitals,
    joinedAt: row.joined_at,
    lastSeenAt: row.last_seen_at,
    endedAt: row.ended_at,
  };
}
