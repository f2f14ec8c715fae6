import {
  countRows,
  joinRows,
  type RowRange,
  type RowReceipt,
  rowsToLease,
  takeRows,
  type UsedRows,
} from '../domain/row-ranges.ts';
import type { Database, Queryable } from './database.ts';

export interface RowRequest {
  executionId: string;
  file: string;
  /** Number of rows of the whole file. */
  rows: number;
  /** Number of leading rows of the lease that the tool may have read. */
  used: number;
  /** Total number of rows that the lease should have, including the used ones. */
  wanted: number;
}

export interface RowLease {
  /** The lease without its first `used` rows. */
  used: number;
  held: RowRange[];
  /** No row is free, and none can return. */
  isExhausted: boolean;
}

interface LeaseRow {
  granted: number;
  used: number;
  held: RowRange[];
  isOver: boolean;
}

/**
 * Records the use of rows and extends the lease of an execution. Counts are totals, so repeated requests are
 * harmless. Undefined when the execution is over.
 */
export async function leaseRows(
  database: Database,
  nodeId: string,
  request: RowRequest,
): Promise<RowLease | undefined> {
  const { executionId, file } = request;
  return database.transaction(async (tx) => {
    const [execution] = await tx.query<{ runId: string; executions: number }>(
      `select run_id as "runId",
         (select count(*)::integer from executions as one
          where one.run_id = executions.run_id and one.state not in ('ended', 'delivered', 'given_up')) as executions
       from executions where id = $1 and node_id = $2 and state not in ('ended', 'delivered', 'given_up')`,
      [executionId, nodeId],
    );
    if (!execution) return undefined;
    const { runId, executions } = execution;
    await tx.query(
      `insert into leased_files (run_id, file, rows, free) values ($1, $2, $3, $4) on conflict do nothing`,
      [runId, file, request.rows, JSON.stringify(request.rows > 0 ? [[0, request.rows]] : [])],
    );
    const free = await lockFile(tx, runId, file);
    const lease = await readLease(tx, executionId, runId, file);
    if (lease.isOver) return undefined;
    const used = Math.min(lease.granted, Math.max(lease.used, request.used));
    const { rest } = takeRows(lease.held, used - lease.used);
    const missing = Math.max(0, request.wanted - lease.granted);
    const added = takeRows(free, rowsToLease(missing, countRows(free), executions));
    const held = [...rest, ...added.taken];
    await tx.query(
      `update row_leases set used = $3, granted = $4, held = $5 where execution_id = $1 and file = $2`,
      [executionId, file, used, used + countRows(held), JSON.stringify(held)],
    );
    if (added.taken.length > 0) await setFree(tx, runId, file, added.rest);
    const isExhausted = added.rest.length === 0 && !(await canRowsReturn(tx, runId, file, executionId));
    return { used, held, isExhausted };
  });
}

/**
 * Ends the leases of a finished execution. Rows that its agent reports as unused are free again; without its report,
 * they may have been used and are lost.
 */
export async function endLeases(
  tx: Queryable,
  executionId: string,
  reported: readonly UsedRows[],
): Promise<void> {
  const open = await tx.query<{ runId: string; file: string }>(
    `select run_id as "runId", file from row_leases where execution_id = $1 and lost is null order by file`,
    [executionId],
  );
  for (const { runId, file } of open) {
    const free = await lockFile(tx, runId, file);
    const lease = await readLease(tx, executionId, runId, file);
    if (lease.isOver) continue;
    const report = reported.find((each) => each.file === file);
    const used = Math.min(lease.granted, Math.max(lease.used, report?.used ?? 0));
    const { rest } = takeRows(lease.held, used - lease.used);
    const count = countRows(rest);
    if (report && count > 0) await setFree(tx, runId, file, joinRows([...free, ...rest]));
    await tx.query(
      `update row_leases set used = $3, held = '[]', returned = $4, lost = $5 where execution_id = $1 and file = $2`,
      [executionId, file, used, report ? count : 0, report ? 0 : count],
    );
  }
}

/** Returns all rows of an execution whose tool was never released. */
export async function returnLeases(tx: Queryable, executionId: string): Promise<void> {
  const files = await tx.query<UsedRows>(`select file, 0 as used from row_leases where execution_id = $1`, [
    executionId,
  ]);
  await endLeases(tx, executionId, files);
}

/** Receipts of the leased files of a run, by name. */
export async function rowReceipts(db: Queryable, runId: string): Promise<RowReceipt[]> {
  const files = await db.query<Omit<RowReceipt, 'left'> & { free: RowRange[] }>(
    `select leased_files.file, rows::float8, free, coalesce(sum(used), 0)::float8 as used,
       coalesce(sum(returned), 0)::float8 as returned, coalesce(sum(lost), 0)::float8 as lost
     from leased_files left join row_leases using (run_id, file)
     where leased_files.run_id = $1 group by leased_files.run_id, leased_files.file order by leased_files.file`,
    [runId],
  );
  return files.map(({ free, ...counts }) => ({ ...counts, left: countRows(free) }));
}

async function lockFile(tx: Queryable, runId: string, file: string): Promise<RowRange[]> {
  const [row] = await tx.query<{ free: RowRange[] }>(
    `select free from leased_files where run_id = $1 and file = $2 for update`,
    [runId, file],
  );
  return row?.free ?? [];
}

/** Requires the lock of the file. */
async function readLease(tx: Queryable, executionId: string, runId: string, file: string): Promise<LeaseRow> {
  const read = () =>
    tx.query<LeaseRow>(
      `select granted::float8, used::float8, held, lost is not null as "isOver"
       from row_leases where execution_id = $1 and file = $2`,
      [executionId, file],
    );
  const [known] = await read();
  if (known) return known;
  await tx.query(`insert into row_leases (execution_id, run_id, file) values ($1, $2, $3)`, [
    executionId,
    runId,
    file,
  ]);
  return { granted: 0, used: 0, held: [], isOver: false };
}

async function setFree(tx: Queryable, runId: string, file: string, free: readonly RowRange[]): Promise<void> {
  await tx.query(`update leased_files set free = $3 where run_id = $1 and file = $2`, [
    runId,
    file,
    JSON.stringify(free),
  ]);
}

/** Whether another unfinished execution has unused rows. */
async function canRowsReturn(
  tx: Queryable,
  runId: string,
  file: string,
  executionId: string,
): Promise<boolean> {
  const [row] = await tx.query<{ can: boolean }>(
    `select exists (select from row_leases
       where run_id = $1 and file = $2 and execution_id <> $3 and lost is null and granted > used) as can`,
    [runId, file, executionId],
  );
  return row?.can ?? false;
}
