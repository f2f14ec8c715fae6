import type { Grid, GridStatus } from '../domain/grid.ts';
import type { Queryable } from './database.ts';
import { type Columns, insertRow, selectList } from './table.ts';

export interface GridRecord extends Grid {
  joinSealed: Buffer;
}

export interface NewGridRecord
  extends Omit<
    Grid,
    'number' | 'problems' | 'createdAt' | 'startedAt' | 'endsAt' | 'stoppedAt' | 'stopReason'
  > {
  joinHash: Buffer;
  joinSealed: Buffer;
}

const sharedColumns: Columns<Omit<NewGridRecord, 'joinHash'>> = {
  id: 'plain',
  batchId: 'plain',
  accountId: 'plain',
  name: 'plain',
  region: 'plain',
  infrastructure: 'plain',
  instanceQuantity: 'plain',
  instanceType: 'plain',
  stopAfterMin: 'plain',
  credentialId: 'plain',
  cloud: 'json',
  status: 'plain',
  provider: 'plain',
  target: 'plain',
  pricePerHour: 'plain',
  joinSealed: 'plain',
};
const newColumns: Columns<NewGridRecord> = { ...sharedColumns, joinHash: 'plain' };
const columns: Columns<GridRecord> = {
  ...sharedColumns,
  number: 'plain',
  problems: 'json',
  createdAt: 'plain',
  startedAt: 'plain',
  endsAt: 'plain',
  stoppedAt: 'plain',
  stopReason: 'plain',
};
const columnList = selectList('grids', columns);
const selectGrid = `select ${columnList} from grids`;

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
  await insertRow(tx, 'grids', newColumns, grid);
  await tx.query(
    `update grids set ends_at = now() + make_interval(mins => stop_after_min, secs => $2::integer)
     where id = $1 and stop_after_min > 0`,
    [grid.id, startWithinS],
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
  const [row] = await db.query<GridRecord>(`${selectGrid} where id = $1`, [gridId]);
  return row;
}

export async function lockGrid(tx: Queryable, gridId: string): Promise<GridRecord | undefined> {
  const [row] = await tx.query<GridRecord>(`${selectGrid} where id = $1 for update`, [gridId]);
  return row;
}

export async function setGridProblems(tx: Queryable, gridId: string, problems: string[]): Promise<void> {
  await tx.query(`update grids set problems = $2 where id = $1 and problems <> $2`, [
    gridId,
    JSON.stringify(problems),
  ]);
}

export async function findGridByJoinHash(db: Queryable, joinHash: Buffer): Promise<GridRecord | undefined> {
  const [row] = await db.query<GridRecord>(`${selectGrid} where join_hash = $1`, [joinHash]);
  return row;
}

export async function lockGridByJoinHash(tx: Queryable, joinHash: Buffer): Promise<GridRecord | undefined> {
  const [row] = await tx.query<GridRecord>(`${selectGrid} where join_hash = $1 for update`, [joinHash]);
  return row;
}

/** Newest first, the shared grid last. */
export async function openGrids(db: Queryable, accountId: number): Promise<GridRecord[]> {
  const rows = await db.query<GridRecord>(
    `${selectGrid} where account_id = $1 and status not in ('stopped', 'invoiced')
     order by infrastructure = 'shared', number desc`,
    [accountId],
  );
  return rows;
}

/** Grids of the account that cost money and are not in the ledger yet. */
export async function pricedGrids(db: Queryable, accountId: number): Promise<GridRecord[]> {
  return db.query<GridRecord>(
    `${selectGrid} where account_id = $1 and status <> 'invoiced' and price_per_hour > 0 order by number`,
    [accountId],
  );
}

/** Grids of a provider that may have running nodes. */
export async function openGridsOfProvider(db: Queryable, provider: string): Promise<GridRecord[]> {
  const rows = await db.query<GridRecord>(
    `${selectGrid} where provider = $1 and status <> 'invoiced' order by number`,
    [provider],
  );
  return rows;
}

export async function providerOfGrid(db: Queryable, gridId: string): Promise<string | undefined> {
  const [row] = await db.query<{ provider: string }>('select provider from grids where id = $1', [gridId]);
  return row?.provider;
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

/** Of these grids, those that may still have machines. */
export async function uninvoicedGridsOf(db: Queryable, gridIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from grids where id = any($1) and status <> 'invoiced'`,
    [gridIds],
  );
  return rows.map((row) => row.id);
}

/** Where a provider has started machines that may still run, because no machine lives longer than a week. */
export async function cloudPlaces(
  db: Queryable,
  provider: string,
): Promise<{ accountId: number; target: string; region: string }[]> {
  return db.query(
    `select distinct account_id as "accountId", target, region from grids
     where provider = $1 and target is not null and created_at > now() - interval '7 days'`,
    [provider],
  );
}

export async function gridsOfRuns(db: Queryable, runIds: string[]): Promise<Map<string, GridRecord[]>> {
  const rows = await db.query<GridRecord & { runId: string }>(
    `select ${columnList}, run_grids.run_id as "runId" from grids join run_grids on run_grids.grid_id = grids.id
     where run_grids.run_id = any($1) order by run_grids.run_id, grid_index`,
    [runIds],
  );
  const byRun = new Map<string, GridRecord[]>(runIds.map((id) => [id, []]));
  for (const { runId, ...grid } of rows) byRun.get(runId)?.push(grid);
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

/** `why` completes "Grid <name> …". */
export async function setGridStopped(tx: Queryable, gridId: string, why: string): Promise<void> {
  await setGridStatus(tx, gridId, 'stopped');
  await tx.query('update grids set stop_reason = coalesce(stop_reason, $2) where id = $1', [gridId, why]);
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
