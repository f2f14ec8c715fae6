import type { CloudFields, Grid, GridStatus, Infrastructure } from '../domain/grid.ts';
import type { Queryable } from './database.ts';

export interface GridRecord extends Grid {
  joinSealed: Buffer;
}

export interface NewGridRecord
  extends Omit<Grid, 'number' | 'createdAt' | 'startedAt' | 'endsAt' | 'stoppedAt'> {
  joinHash: Buffer;
  joinSealed: Buffer;
}

/**
 * Inserts the grid and one row per node slot. stop_after starts with status `started`; until then the grid ends after
 * stop_after plus `startWithinS`, so that a grid whose nodes never join ends too.
 */
export async function insertGrid(
  tx: Queryable,
  grid: NewGridRecord,
  nodeIds: string[],
  startWithinS: number,
): Promise<void> {
  await tx.query(
    `insert into grids (id, batch_id, account_id, name, region, infrastructure, instance_quantity, instance_type, stop_after_min,
       credential_id, cloud, status, provider, join_hash, join_sealed, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
       case when $9::integer > 0 then now() + make_interval(mins => $9::integer, secs => $16::integer) end)`,
    [
      grid.id,
      grid.batchId,
      grid.accountId,
      grid.name,
      grid.region,
      grid.infrastructure,
      grid.instanceQuantity,
      grid.instanceType,
      grid.stopAfterMin,
      grid.credentialId,
      JSON.stringify(grid.cloud),
      grid.status,
      grid.provider,
      grid.joinHash,
      grid.joinSealed,
      startWithinS,
    ],
  );
  for (const [index, id] of nodeIds.entries()) {
    await tx.query(`insert into nodes (id, grid_id, index, state) values ($1, $2, $3, 'joining')`, [
      id,
      grid.id,
      index,
    ]);
  }
}

export async function findGrid(db: Queryable, gridId: string): Promise<GridRecord | undefined> {
  const [row] = await db.query<GridRow>(`select * from grids where id = $1`, [gridId]);
  return row && toGrid(row);
}

export async function lockGrid(tx: Queryable, gridId: string): Promise<GridRecord | undefined> {
  const [row] = await tx.query<GridRow>(`select * from grids where id = $1 for update`, [gridId]);
  return row && toGrid(row);
}

export async function lockGridByJoinHash(tx: Queryable, joinHash: Buffer): Promise<GridRecord | undefined> {
  const [row] = await tx.query<GridRow>(`select * from grids where join_hash = $1 for update`, [joinHash]);
  return row && toGrid(row);
}

/** Newest first, the shared grid last. */
export async function openGrids(db: Queryable, accountId: number): Promise<GridRecord[]> {
  const rows = await db.query<GridRow>(
    `select * from grids where account_id = $1 and status not in ('stopped', 'invoiced')
     order by infrastructure = 'shared', number desc`,
    [accountId],
  );
  return rows.map(toGrid);
}

/** Grids of a provider that may have running nodes. */
export async function openGridsOfProvider(db: Queryable, provider: string): Promise<GridRecord[]> {
  const rows = await db.query<GridRow>(
    `select * from grids where provider = $1 and status <> 'invoiced' order by number`,
    [provider],
  );
  return rows.map(toGrid);
}

/** Serializes the creation of the account's shared grid. */
export async function lockSharedGridOf(tx: Queryable, accountId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('spate shared grid'), $1)`, [accountId]);
}

/** All grids that are not invoiced, and thus still need reconciliation. */
export async function uninvoicedGridIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from grids where status <> 'invoiced' order by number`,
  );
  return rows.map((row) => row.id);
}

export async function gridsOfRuns(db: Queryable, runIds: string[]): Promise<Map<string, GridRecord[]>> {
  const rows = await db.query<GridRow & { run_id: string }>(
    `select grids.*, run_grids.run_id from grids join run_grids on run_grids.grid_id = grids.id
     where run_grids.run_id = any($1) order by run_grids.run_id, grid_index`,
    [runIds],
  );
  const byRun = new Map<string, GridRecord[]>(runIds.map((id) => [id, []]));
  for (const row of rows) byRun.get(row.run_id)?.push(toGrid(row));
  return byRun;
}

export async function linkRunToGrids(tx: Queryable, runId: string, gridIds: string[]): Promise<void> {
  for (const [index, gridId] of gridIds.entries()) {
    await tx.query(`insert into run_grids (run_id, grid_id, grid_index) values ($1, $2, $3)`, [
      runId,
      gridId,
      index,
    ]);
  }
}

/** The first `started` sets the end of the grid. */
export async function setGridStatus(tx: Queryable, gridId: string, status: GridStatus): Promise<void> {
  await tx.query(
    `update grids set status = $2,
       ends_at = case when $2 = 'started' and started_at is null and stop_after_min > 0
         then now() + make_interval(mins => stop_after_min) else ends_at end,
       started_at = case when $2 = 'started' then coalesce(started_at, now()) else started_at end,
       stopped_at = case when $2 = 'stopped' then coalesce(stopped_at, now()) else stopped_at end
     where id = $1`,
    [gridId, status],
  );
}

interface GridRow {
  id: string;
  number: number;
  batch_id: string;
  account_id: number;
  name: string;
  region: string;
  infrastructure: string;
  instance_quantity: number;
  instance_type: string;
  stop_after_min: number;
  credential_id: number | null;
  cloud: CloudFields;
  status: string;
  provider: string;
  join_sealed: Buffer;
  created_at: Date;
  started_at: Date | null;
  ends_at: Date | null;
  stopped_at: Date | null;
}

function toGrid(row: GridRow): GridRecord {
  return {
    id: row.id,
    number: row.number,
    batchId: row.batch_id,
    accountId: row.account_id,
    name: row.name,
    region: row.region,
    infrastructure: row.infrastructure as Infrastructure,
    instanceQuantity: row.instance_quantity,
    instanceType: row.instance_type,
    stopAfterMin: row.stop_after_min,
    credentialId: row.credential_id,
    cloud: row.cloud,
    status: row.status as GridStatus,
    provider: row.provider,
    joinSealed: row.join_sealed,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    stoppedAt: row.stopped_at,
  };
}
