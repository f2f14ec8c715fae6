import type { Queryable } from './database.ts';

export interface UsageRecord {
  gridId: string;
  gridName: string;
  nodes: number;
  nodeMinutes: number;
  from: Date;
  to: Date;
}

/** Inserts the usage of an ended grid: minutes of each node from joining to its end, rounded up. */
export async function chargeGrid(tx: Queryable, gridId: string): Promise<void> {
  await tx.query(
    `insert into usage_ledger (grid_id, account_id, node_minutes, nodes, from_at, to_at)
     select grids.id, grids.account_id,
       coalesce(sum(ceil(extract(epoch from coalesce(nodes.ended_at, grids.stopped_at) - nodes.joined_at) / 60))
         filter (where nodes.joined_at is not null), 0)::integer,
       count(nodes.joined_at)::integer,
       coalesce(min(nodes.joined_at), grids.created_at),
       grids.stopped_at
     from grids left join nodes on nodes.grid_id = grids.id
     where grids.id = $1 group by grids.id
     on conflict (grid_id) do nothing`,
    [gridId],
  );
}

export async function usageOfAccount(db: Queryable, accountId: number): Promise<UsageRecord[]> {
  const rows = await db.query<{
    grid_id: string;
    name: string;
    nodes: number;
    node_minutes: number;
    from_at: Date;
    to_at: Date;
  }>(
    `select usage_ledger.*, grids.name from usage_ledger join grids on grids.id = usage_ledger.grid_id
     where usage_ledger.account_id = $1 order by to_at desc`,
    [accountId],
  );
  return rows.map((row) => ({
    gridId: row.grid_id,
    gridName: row.name,
    nodes: row.nodes,
    nodeMinutes: row.node_minutes,
    from: row.from_at,
    to: row.to_at,
  }));
}
