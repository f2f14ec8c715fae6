import { type NodeTime, type Usage, usageOf, usageOfNodes } from '../domain/cost.ts';
import type { Grid } from '../domain/grid.ts';
import type { Money } from '../lib/money.ts';
import type { Queryable } from './database.ts';
import { nodesOfGrid } from './nodes.ts';

export interface UsageRecord extends Usage {
  gridId: string;
  gridName: string;
  nodes: number;
  from: Date;
  to: Date;
}

/** Inserts the usage of a stopped grid, once. */
export async function chargeGrid(tx: Queryable, grid: Grid): Promise<void> {
  const joined = (await nodesOfGrid(tx, grid.id)).filter(({ joinedAt }) => joinedAt !== null);
  const to = grid.stoppedAt ?? new Date();
  const { nodeMinutes, cost } = usageOfNodes(joined, grid.pricePerHour, to.getTime());
  const joinedMs = joined.map(({ joinedAt }) => joinedAt?.getTime() ?? 0);
  const from = joined.length === 0 ? grid.createdAt : new Date(Math.min(...joinedMs));
  await tx.query(
    `insert into usage_ledger (grid_id, account_id, node_minutes, cost, nodes, from_at, to_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (grid_id) do nothing`,
    [grid.id, grid.accountId, nodeMinutes, cost, joined.length, from, to],
  );
}

export async function usageOfAccount(db: Queryable, accountId: number): Promise<UsageRecord[]> {
  return db.query<UsageRecord>(
    `select grid_id as "gridId", grids.name as "gridName", nodes, node_minutes as "nodeMinutes", cost,
       from_at as "from", to_at as "to"
     from usage_ledger join grids on grids.id = usage_ledger.grid_id
     where usage_ledger.account_id = $1 order by to_at desc`,
    [accountId],
  );
}

/** Usage of runs from their preparation to their end, or so far: whole minutes of each node that executed the run. */
export async function usageOfRuns(db: Queryable, runIds: string[]): Promise<Map<string, Usage>> {
  const rows = await db.query<{
    runId: string;
    nodes: number;
    pricePerHour: Money | null;
    minutesPerNode: number;
  }>(
    `select run_id as "runId", count(*)::integer as nodes, price_per_hour as "pricePerHour",
       greatest(0, ceil(extract(epoch from coalesce(runs.stopped_at, now())
         - coalesce((phase_times->>'preparing')::timestamptz, runs.started_at, runs.created_at)) / 60))::integer as "minutesPerNode"
     from executions join runs on runs.id = run_id join grids on grids.id = grid_id
     where run_id = any($1) group by run_id, runs.id, grids.id`,
    [runIds],
  );
  const times = new Map<string, NodeTime[]>(runIds.map((id) => [id, []]));
  for (const { runId, ...time } of rows) times.get(runId)?.push(time);
  return new Map([...times].map(([runId, ofRun]) => [runId, usageOf(ofRun)]));
}
