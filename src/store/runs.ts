import type { RunAbort } from '../domain/abort-rule.ts';
import type { GeneratorLoad } from '../domain/generator.ts';
import type { LiveControl } from '../domain/live-control.ts';
import type { RunBaseline } from '../domain/load-test.ts';
import type { Privacy, RunDetails, RunFile, RunPhase } from '../domain/run.ts';
import type { RunFilter, RunSort } from '../domain/run-filter.ts';
import { passedOf, type ThresholdResult } from '../domain/threshold.ts';
import type { VerdictWord } from '../domain/verdict.ts';
import type { RowFigures } from '../metrics/trend.ts';
import type { Queryable } from './database.ts';
import { filterSql, filterValues, type RunOwner } from './run-lists.ts';
import {
  fromRuns,
  type NewRunRow,
  newRunColumns,
  type RunRecord,
  type SelectedRun,
  selectRun,
  toRun,
} from './run-row.ts';
import { insertRow } from './table.ts';

export type { RunRecord } from './run-row.ts';

/** Content of a new run. */
export type NewRunRecord = Omit<NewRunRow, 'phase'>;

export interface StoredRunFile extends RunFile {
  storageKey: string;
  isRemoved: boolean;
}

export async function insertRun(db: Queryable, run: NewRunRecord): Promise<void> {
  await insertRow(db, 'runs', newRunColumns, { ...run, phase: 'waiting_for_nodes' });
}

export async function insertRunFiles(
  db: Queryable,
  runId: string,
  files: Omit<StoredRunFile, 'isRemoved'>[],
): Promise<void> {
  for (const [position, file] of files.entries()) {
    await db.query(
      `insert into run_files (id, run_id, position, name, size_bytes, sha256, storage_key) values ($1, $2, $3, $4, $5, $6, $7)`,
      [file.id, runId, position, file.name, file.sizeBytes, file.sha256, file.storageKey],
    );
  }
}

/** Locks stored files against removal until the transaction ends; false when one was already removed. */
export async function lockSharedFiles(tx: Queryable, storageKeys: string[]): Promise<boolean> {
  const rows = await tx.query<{ removed_at: Date | null }>(
    `select removed_at from run_files where storage_key = any($1) order by id for share`,
    [storageKeys],
  );
  return rows.every((row) => row.removed_at === null);
}

export async function findRun(db: Queryable, runId: string): Promise<RunRecord | undefined> {
  const [row] = await db.query<SelectedRun>(`${selectRun} where runs.id = $1 and deleted_at is null`, [
    runId,
  ]);
  return row && toRun(row);
}

/** Includes deleted runs, whose nodes still need the `forget` request. */
export async function findRunEvenDeleted(db: Queryable, runId: string): Promise<RunRecord | undefined> {
  const [row] = await db.query<SelectedRun>(`${selectRun} where runs.id = $1`, [runId]);
  return row && toRun(row);
}

/** The report stored by finishRun, also of a deleted run; undefined without a report. */
export async function findReport(db: Queryable, runId: string): Promise<unknown> {
  const [row] = await db.query<{ report: unknown }>('select report from runs where id = $1', [runId]);
  return row?.report ?? undefined;
}

/** Locks the row, which serializes the steps of a run. */
export async function lockRun(tx: Queryable, runId: string): Promise<RunRecord | undefined> {
  const [row] = await tx.query<SelectedRun>(`${selectRun} where runs.id = $1 for update of runs`, [runId]);
  return row && toRun(row);
}

export async function listRuns(
  db: Queryable,
  owner: RunOwner,
  page: { limit: number; offset: number },
  filter: RunFilter = {},
  sort: RunSort = '-created',
): Promise<{ total: number; runs: RunRecord[] }> {
  const values = filterValues(owner, filter);
  const [count] = await db.query<{ total: number }>(
    `select count(*)::integer as total ${fromRuns} where ${filterSql}`,
    values,
  );
  const order = `order by ${orderBy(sort)}`;
  const rows = await db.query<SelectedRun>(
    `${selectRun} join (select runs.id ${fromRuns} where ${filterSql} ${order} limit $9 offset $10) as page
      on page.id = runs.id ${order}`,
    [...values, page.limit, page.offset],
  );
  return { total: count?.total ?? 0, runs: rows.map(toRun) };
}

const sortSql: Readonly<Record<string, string>> = {
  name: 'lower(runs.name)',
  p95: `(figures #>> '{times,passed,percentilesMs,95}')::float`,
  errors: `(figures ->> 'failed')::float / nullif((figures ->> 'passed')::float + (figures ->> 'failed')::float, 0)`,
  throughput: `(figures ->> 'requestsPerMinute')::float`,
  threads: 'threads',
  project: 'lower(projects.name)',
  tool: 'tool',
};

/** The newest of equal runs first. */
function orderBy(sort: RunSort): string {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const column = sortSql[sort.replace('-', '')];
  // By creation. Without "nulls last", so that the index has this order.
  if (column === undefined) return `number ${direction}`;
  return `${column} ${direction} nulls last, number desc`;
}

export async function openRunIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from runs where phase <> 'finished' order by number`,
  );
  return rows.map((row) => row.id);
}

export async function runIdsOfGrid(db: Queryable, gridId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select runs.id from runs join run_grids on run_grids.run_id = runs.id
     where run_grids.grid_id = $1 and phase <> 'finished' order by number`,
    [gridId],
  );
  return rows.map((row) => row.id);
}

/** End of the last run on a grid; 0 without runs. */
export async function lastRunEndOnGridMs(db: Queryable, gridId: string): Promise<number> {
  const [row] = await db.query<{ ended: Date | null }>(
    `select max(stopped_at) as ended from runs join run_grids on run_grids.run_id = runs.id where grid_id = $1`,
    [gridId],
  );
  return row?.ended?.getTime() ?? 0;
}

/** Serializes the decision which run starts next. */
export async function lockTurns(tx: Queryable): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('spate turns'))`);
}

/** Active runs on this grid. */
export async function countRunsOnGrid(tx: Queryable, gridId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from runs join run_grids on run_grids.run_id = runs.id
     where grid_id = $1 and phase in ('preparing', 'running', 'stopping')`,
    [gridId],
  );
  return row?.count ?? 0;
}

/**
 * Number of earlier runs that must start first: they wait for one of the same grids, or for capacity of a limited
 * provider. A run that waits for another, busy grid does not block.
 */
export async function countWaitingBefore(
  tx: Queryable,
  run: { id: string; number: number },
  limitedProviders: string[],
  runsPerGrid: number,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with busy as (
       select grid_id from run_grids join runs on runs.id = run_grids.run_id
       where phase in ('preparing', 'running', 'stopping') group by grid_id having count(*) >= $4)
     select count(*)::integer as count from runs as earlier
     where phase = 'waiting_for_turn' and number < $2 and (
       exists (select from run_grids as theirs join run_grids as ours using (grid_id)
         where theirs.run_id = earlier.id and ours.run_id = $1)
       or (exists (select from run_grids join grids on grids.id = grid_id where run_id = earlier.id and provider = any($3))
         and not exists (select from run_grids join busy using (grid_id) where run_id = earlier.id)))`,
    [run.id, run.number, limitedProviders, runsPerGrid],
  );
  return row?.count ?? 0;
}

export async function waitingRunIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from runs where phase = 'waiting_for_turn' order by number`,
  );
  return rows.map((row) => row.id);
}

export async function setPhase(tx: Queryable, runId: string, phase: RunPhase): Promise<void> {
  await tx.query(
    `update runs set phase = $2, phase_at = now(), phase_times = phase_times || jsonb_build_object($2::text, now()),
       load_ended_at = case when $2 = 'collecting' then coalesce(load_ended_at, now()) else load_ended_at end
     where id = $1 and phase <> $2`,
    [runId, phase],
  );
}

export async function setStart(tx: Queryable, runId: string, startAt: Date): Promise<void> {
  await tx.query(`update runs set start_at = $2, started_at = $2 where id = $1`, [runId, startAt]);
}

/** Idempotent; the first reason is kept. */
export async function requestStop(tx: Queryable, runId: string, reason: string | null): Promise<void> {
  await tx.query(
    `update runs set stop_requested_at = now(), stop_reason = $2 where id = $1 and stop_requested_at is null and phase <> 'finished'`,
    [runId, reason],
  );
}

export async function setLiveControl(tx: Queryable, runId: string, control: LiveControl): Promise<void> {
  await tx.query('update runs set live_control = $2 where id = $1', [runId, JSON.stringify(control)]);
}

/** Records the abort rule that ends a run; the first one is kept. */
export async function setAborted(tx: Queryable, runId: string, aborted: RunAbort): Promise<void> {
  await tx.query(`update runs set aborted = coalesce(aborted, $2) where id = $1`, [
    runId,
    JSON.stringify(aborted),
  ]);
}

export async function addRemoteErrors(tx: Queryable, runId: string, sentences: string[]): Promise<void> {
  if (sentences.length === 0) return;
  await tx.query(
    `update runs set remote_errors = (select coalesce(array_agg(sentence order by place), '{}') from
       (select sentence, min(place) as place from unnest(remote_errors || $2::text[]) with ordinality as all_errors (sentence, place)
        group by sentence order by min(place) limit 50) as kept)
     where id = $1`,
    [runId, sentences],
  );
}

/** Adds warnings found after the plan check: about grids, nodes and figures. */
export async function addWarnings(tx: Queryable, runId: string, sentences: string[]): Promise<void> {
  if (sentences.length === 0) return;
  await tx.query(
    `update runs set found_warnings = (select array_agg(sentence order by place) from
       (select sentence, min(place) as place from unnest(found_warnings || $2::text[]) with ordinality as all_warnings (sentence, place)
        group by sentence order by min(place) limit 50) as kept)
     where id = $1`,
    [runId, sentences],
  );
}

export interface RunEnd {
  /** Null when the report could not be computed. */
  report: object | null;
  /** Summary for lists and trends. */
  figures: RowFigures | null;
  thresholds: ThresholdResult[];
  generator?: GeneratorLoad | undefined;
  verdict: VerdictWord;
  doubts: string[];
  isComplete: boolean | null;
  baseline?: RunBaseline | null;
}

export async function finishRun(tx: Queryable, runId: string, end: RunEnd): Promise<void> {
  const { report, figures, thresholds, generator, verdict, doubts, isComplete, baseline = null } = end;
  await tx.query(
    `update runs set phase = 'finished', phase_at = now(), stopped_at = now(), report = coalesce($2, report), thresholds = $3, passed = case when aborted is null then $4 else false end, figures = $5,
       generator = $6, verdict = $7, doubts = $8, is_complete = $9, baseline = $10
     where id = $1 and phase <> 'finished'`,
    [
      runId,
      report && JSON.stringify(report),
      JSON.stringify(thresholds),
      passedOf(thresholds),
      figures && JSON.stringify(figures),
      generator ? JSON.stringify(generator) : null,
      verdict,
      doubts,
      isComplete,
      baseline && JSON.stringify(baseline),
    ],
  );
}

/** When the phases after the first were entered, in milliseconds since 1970, and the verdict of a finished run. */
export async function findRunCourse(
  db: Queryable,
  runId: string,
): Promise<{ phaseTimesMs: Partial<Record<RunPhase, number>>; verdict: VerdictWord | null } | undefined> {
  const [row] = await db.query<{ phaseTimes: Record<string, string>; verdict: VerdictWord | null }>(
    'select phase_times as "phaseTimes", verdict from runs where id = $1',
    [runId],
  );
  if (!row) return undefined;
  const times = Object.entries(row.phaseTimes).map(([phase, at]) => [phase, Date.parse(at)]);
  return { phaseTimesMs: Object.fromEntries(times), verdict: row.verdict };
}

/** Notifies listeners of a changed run. */
export async function notifyRun(tx: Queryable, runId: string): Promise<void> {
  await tx.query(`select pg_notify('spate_runs', $1)`, [runId]);
}

export async function setPrivacy(db: Queryable, runId: string, privacy: Privacy): Promise<void> {
  await db.query(`update runs set privacy = $2 where id = $1`, [runId, privacy]);
}

export async function setDetails(db: Queryable, runId: string, details: RunDetails): Promise<void> {
  const { name, notes, tags } = details;
  await db.query(
    `update runs set name = case when $2 then $3 else name end, notes = case when $4 then $5 else notes end,
       tags = coalesce($6, tags) where id = $1`,
    [runId, name !== undefined, name ?? null, notes !== undefined, notes ?? null, tags ?? null],
  );
}

export async function markRunDeleted(db: Queryable, runId: string): Promise<void> {
  await db.query(`update runs set deleted_at = now(), secrets_sealed = null where id = $1`, [runId]);
}

export async function runFiles(db: Queryable, runIds: string[]): Promise<Map<string, StoredRunFile[]>> {
  const rows = await db.query<RunFileRow>(
    `select * from run_files where run_id = any($1) order by run_id, position`,
    [runIds],
  );
  const byRun = new Map<string, StoredRunFile[]>(runIds.map((id) => [id, []]));
  for (const row of rows) byRun.get(row.run_id)?.push(toRunFile(row));
  return byRun;
}

interface RunFileRow {
  id: string;
  run_id: string;
  name: string;
  size_bytes: number;
  sha256: string;
  storage_key: string;
  removed_at: Date | null;
}

function toRunFile(row: RunFileRow): StoredRunFile {
  return {
    id: row.id,
    name: row.name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    storageKey: row.storage_key,
    isRemoved: row.removed_at !== null,
  };
}
