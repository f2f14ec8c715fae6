import type { ExecutionOutcome, ExecutionState } from '../domain/execution.ts';
import { type GeneratorLoad, type GeneratorReport, worstGenerator } from '../domain/generator.ts';
import type { Queryable } from './database.ts';
import { endLeases, returnLeases } from './row-leases.ts';
import { type Columns, selectList } from './table.ts';

export type ExecutionWant = 'prepare' | 'run' | 'stop' | 'kill' | 'forget';

export interface ExecutionRecord {
  id: string;
  runId: string;
  gridId: string;
  nodeId: string;
  nodeIndex: number;
  gridIndex: number;
  /** Position among the executions at the start of the run; null for runs of earlier versions. */
  part: { index: number; count: number } | null;
  state: ExecutionState;
  want: ExecutionWant;
  progress: string | null;
  errors: string[];
  outcome: ExecutionOutcome | null;
  logTail: string[];
  /** Last report of schedule lag and in-flight requests. */
  generator: GeneratorReport | null;
  stateAt: Date;
  /** Last heartbeat of a lost node; null when not lost. */
  lostAt: Date | null;
}

const columns: Columns<ExecutionRecord> = {
  id: 'plain',
  runId: 'plain',
  gridId: 'plain',
  nodeId: 'plain',
  nodeIndex: 'plain',
  gridIndex: 'plain',
  part: 'json',
  state: 'plain',
  want: 'plain',
  progress: 'plain',
  errors: 'plain',
  outcome: 'json',
  logTail: 'plain',
  generator: 'json',
  stateAt: 'plain',
  lostAt: 'plain',
};
const selectExecution = `select ${selectList('executions', columns)} from executions`;

export type NewExecution = Pick<
  ExecutionRecord,
  'id' | 'runId' | 'gridId' | 'nodeId' | 'nodeIndex' | 'gridIndex' | 'part'
>;

export async function insertExecutions(tx: Queryable, executions: NewExecution[]): Promise<void> {
  const column = <Key extends keyof NewExecution>(key: Key) => executions.map((execution) => execution[key]);
  await tx.query(
    `insert into executions (id, run_id, grid_id, node_id, node_index, grid_index, part, state, want)
     select *, 'assigned', 'prepare'
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::jsonb[])`,
    [
      column('id'),
      column('runId'),
      column('gridId'),
      column('nodeId'),
      column('nodeIndex'),
      column('gridIndex'),
      column('part').map((part) => JSON.stringify(part)),
    ],
  );
}

export async function executionsOfRun(db: Queryable, runId: string): Promise<ExecutionRecord[]> {
  const rows = await db.query<ExecutionRecord>(
    `${selectExecution} where run_id = $1 order by grid_index, node_index`,
    [runId],
  );
  return rows.map(toExecution);
}

export async function executionsOfRuns(
  db: Queryable,
  runIds: string[],
): Promise<Map<string, ExecutionRecord[]>> {
  const rows = await db.query<ExecutionRecord>(
    `${selectExecution} where run_id = any($1) order by grid_index, node_index`,
    [runIds],
  );
  const byRun = new Map<string, ExecutionRecord[]>(runIds.map((id) => [id, []]));
  for (const row of rows) byRun.get(row.runId)?.push(toExecution(row));
  return byRun;
}

export async function findExecution(
  db: Queryable,
  executionId: string,
): Promise<ExecutionRecord | undefined> {
  const [row] = await db.query<ExecutionRecord>(`${selectExecution} where id = $1`, [executionId]);
  return row && toExecution(row);
}

/** Executions of a node that are not over, and those in `alsoIds`. */
export async function executionsOfNode(
  db: Queryable,
  nodeId: string,
  alsoIds: string[] = [],
): Promise<ExecutionRecord[]> {
  const rows = await db.query<ExecutionRecord>(
    `${selectExecution} where node_id = $1 and (state not in ('delivered', 'given_up') or id = any($2)) order by state_at`,
    [nodeId, alsoIds],
  );
  return rows.map(toExecution);
}

export async function setWant(tx: Queryable, executionIds: string[], want: ExecutionWant): Promise<void> {
  await tx.query(`update executions set want = $2 where id = any($1)`, [executionIds, want]);
}

export async function setWantOfRun(tx: Queryable, runId: string, want: ExecutionWant): Promise<void> {
  await tx.query(`update executions set want = $2 where run_id = $1`, [runId, want]);
}

export async function countExecutions(db: Queryable, runId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from executions where run_id = $1`,
    [runId],
  );
  return row?.count ?? 0;
}

export async function giveUpExecution(tx: Queryable, executionId: string): Promise<void> {
  await tx.query(
    `update executions set state = 'given_up', want = 'forget', state_at = now(),
       lost_at = coalesce(lost_at, (select last_seen_at from nodes where nodes.id = node_id), now())
     where id = $1 and state not in ('delivered', 'given_up')`,
    [executionId],
  );
  await endLeases(tx, executionId, []);
}

/**
 * Abandons the executions of a node whose machine no longer exists. Executions that it has not started remain: the
 * replacement machine runs them.
 */
export async function giveUpExecutionsOfNode(tx: Queryable, nodeId: string): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `select id from executions where node_id = $1 and state not in ('assigned', 'delivered', 'given_up')`,
    [nodeId],
  );
  for (const { id } of rows) await giveUpExecution(tx, id);
}

/** Unfinished runs that the node has started and that were created before the given time. */
export async function openRunIdsOfNode(
  db: Queryable,
  nodeId: string,
  createdBefore: Date | undefined,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select distinct runs.id from executions join runs on runs.id = run_id
     where node_id = $1 and state <> 'assigned' and phase <> 'finished' and created_at <= coalesce($2, 'infinity'::timestamptz)`,
    [nodeId, createdBefore ?? null],
  );
  return rows.map(({ id }) => id);
}

/** Removes an execution that has not started: its tool has read no row. Returns its node. */
export async function removeExecution(tx: Queryable, executionId: string): Promise<string | undefined> {
  await returnLeases(tx, executionId);
  const [row] = await tx.query<{ node_id: string }>(
    `delete from executions where id = $1 returning node_id`,
    [executionId],
  );
  return row?.node_id;
}

/** Marks the executions of a lost node; a later status report clears the mark. */
export async function markExecutionsLost(tx: Queryable, nodeId: string): Promise<void> {
  await tx.query(
    `update executions set lost_at = nodes.last_seen_at from nodes
     where nodes.id = $1 and node_id = $1 and lost_at is null and executions.state not in ('delivered', 'given_up')`,
    [nodeId],
  );
}

export interface ReportedState {
  state: 'preparing' | 'ready' | 'running' | 'ended' | 'delivered';
  progress: string | null;
  errors: string[];
  outcome: ExecutionOutcome | null;
}

/**
 * Stores a status report. States only move forward, so late and duplicate messages have no effect. Returns whether
 * anything other than the progress changed. With an outcome, call it in a transaction: the leases of rows end.
 */
export async function noteReportedState(
  db: Queryable,
  nodeId: string,
  executionId: string,
  reported: ReportedState,
): Promise<boolean> {
  const rows = await db.query<{ was: string; is: string }>(
    `with old as (select id, state from executions where id = $1 and node_id = $2 for update)
     update executions set
       state = case when $7 > ${rankOf('old.state')} then $3 else old.state end,
       state_at = case when $7 > ${rankOf('old.state')} then now() else state_at end,
       progress = $4,
       errors = case when old.state in ('delivered', 'given_up') then errors else $5 end,
       outcome = coalesce(outcome, $6),
       lost_at = null
     from old where executions.id = old.id and old.state <> 'given_up'
     returning old.state as was, executions.state as is`,
    [
      executionId,
      nodeId,
      reported.state,
      reported.progress,
      reported.errors,
      reported.outcome && JSON.stringify(reported.outcome),
      ranks[reported.state],
    ],
  );
  const [row] = rows;
  if (row && reported.outcome && (row.is === 'ended' || row.is === 'delivered'))
    await endLeases(db, executionId, reported.outcome.rows ?? []);
  return row !== undefined && row.was !== row.is;
}

export async function setLogTail(
  db: Queryable,
  nodeId: string,
  executionId: string,
  lines: string[],
): Promise<void> {
  await db.query(`update executions set log_tail = $3 where id = $1 and node_id = $2`, [
    executionId,
    nodeId,
    lines,
  ]);
}

export interface ReportedGenerator {
  executionId: string;
  nodeId: string;
  report: GeneratorReport;
}

/** Batch update. Skips rows locked by other transactions; the next report updates them. */
export async function noteGenerators(db: Queryable, reports: ReportedGenerator[]): Promise<void> {
  await db.query(
    `with free as materialized (select id from executions where id = any($1::text[]) for update skip locked)
     update executions set generator = reported.report
     from unnest($1::text[], $2::text[], $3::jsonb[]) as reported (id, node_id, report) join free using (id)
     where executions.id = reported.id and executions.node_id = reported.node_id`,
    [
      reports.map((one) => one.executionId),
      reports.map((one) => one.nodeId),
      reports.map((one) => JSON.stringify(one.report)),
    ],
  );
}

/** Worst value of each figure over all nodes, for the run so far. */
export function worstGeneratorOf(executions: readonly ExecutionRecord[]): GeneratorLoad | undefined {
  return worstGenerator(executions.flatMap(({ generator }) => generator?.run ?? []));
}

/** Executions of all runs that use capacity of this provider. */
export async function countActiveExecutions(tx: Queryable, provider: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from executions join grids on grids.id = executions.grid_id
     where grids.provider = $1 and state not in ('ended', 'delivered', 'given_up')`,
    [provider],
  );
  return row?.count ?? 0;
}

const ranks: Record<ExecutionState, number> = {
  assigned: 0,
  preparing: 1,
  ready: 2,
  running: 3,
  ended: 4,
  delivered: 5,
  given_up: 6,
};

function rankOf(column: string): string {
  const cases = Object.entries(ranks).map(([state, rank]) => `when '${state}' then ${rank}`);
  return `(case ${column} ${cases.join(' ')} end)`;
}

/** The generator report of the outcome is the final one. */
function toExecution(row: ExecutionRecord): ExecutionRecord {
  return { ...row, generator: row.outcome?.generator ?? row.generator };
}
