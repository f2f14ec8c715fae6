import type { EngineChoice, EngineObstacle, PlanEngine } from '../domain/engine.ts';
import type { GeneratorLoad } from '../domain/generator.ts';
import type { Privacy, Run, RunDetails, RunFile, RunPhase } from '../domain/run.ts';
import type { RunFilter } from '../domain/run-filter.ts';
import { passedOf, type ThresholdResult } from '../domain/threshold.ts';
import { restate } from '../domain/threshold-words.ts';
import type { ToolName } from '../domain/tool.ts';
import type { VerdictWord } from '../domain/verdict.ts';
import type { RowFigures } from '../metrics/trend.ts';
import type { Queryable } from './database.ts';
import { filterSql, filterValues, type RunOwner } from './run-lists.ts';

/** A run with internal fields of the lifecycle. */
export interface RunRecord extends Run {
  phaseAt: Date;
  startAt: Date | null;
  stopReason: string | null;
  /** The `warnings` caused by plan and parameters; repeats have them too. */
  planWarnings: string[];
  /** Total of all labels; set when finished with a report. */
  figures: RowFigures | null;
  framesRemovedAt: Date | null;
  /** Of the worst node; set when finished. */
  generator: GeneratorLoad | null;
  /** Reasons to doubt the figures; null until finished, and for runs of earlier versions. */
  doubts: string[] | null;
  isComplete: boolean | null;
}

export interface NewRunRecord {
  id: string;
  batchId: string;
  accountId: number;
  userId: number | null;
  projectId: number;
  tool: ToolName;
  toolRequested: string;
  engineRequested: EngineChoice;
  engine: PlanEngine | null;
  engineReasons: EngineObstacle[];
  name: string | null;
  notes: string | null;
  threads: number | null;
  rampupS: number | null;
  durationS: number | null;
  tags: string[];
  privacy: Privacy;
  overrideHosts: string | null;
  overrideParameters: string | null;
  isWebhookOn: boolean;
  repeatOf: string | null;
  warnings: string[];
  failIf: string[];
}

export interface StoredRunFile extends RunFile {
  storageKey: string;
  isRemoved: boolean;
}

/** All columns except the report, which is large with many labels. */
const ownColumns = [
  'id',
  'number',
  'batch_id',
  'account_id',
  'user_id',
  'project_id',
  'tool',
  'tool_requested',
  'engine_requested',
  'engine',
  'engine_reasons',
  'name',
  'notes',
  'threads',
  'rampup_s',
  'duration_s',
  'tags',
  'privacy',
  'override_hosts',
  'override_parameters',
  'is_webhook_on',
  'repeat_of',
  'phase',
  'phase_at',
  'created_at',
  'start_at',
  'started_at',
  'stopped_at',
  'load_ended_at',
  'stop_requested_at',
  'stop_reason',
  'remote_errors',
  'warnings',
  'found_warnings',
  'fail_if',
  'thresholds',
  'passed',
  'figures',
  'frames_removed_at',
  'generator',
  'doubts',
  'is_complete',
] as const satisfies readonly (keyof RunRow)[];
const columns = `${ownColumns.map((name) => `runs.${name}`).join(', ')}, projects.name as project_name,
  (select json_build_object('email', email, 'name', name) from users where id = runs.user_id) as started_by`;
const from = `from runs join projects on projects.id = runs.project_id`;

export async function insertRun(db: Queryable, run: NewRunRecord): Promise<void> {
  await db.query(
    `insert into runs (id, batch_id, account_id, user_id, project_id, tool, tool_requested, name, notes, threads, rampup_s,
       duration_s, tags, privacy, override_hosts, override_parameters, is_webhook_on, repeat_of, warnings, fail_if,
       engine_requested, engine, engine_reasons, phase)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
       'waiting_for_nodes')`,
    [
      run.id,
      run.batchId,
      run.accountId,
      run.userId,
      run.projectId,
      run.tool,
      run.toolRequested,
      run.name,
      run.notes,
      run.threads,
      run.rampupS,
      run.durationS,
      run.tags,
      run.privacy,
      run.overrideHosts,
      run.overrideParameters,
      run.isWebhookOn,
      run.repeatOf,
      run.warnings,
      run.failIf,
      run.engineRequested,
      run.engine,
      JSON.stringify(run.engineReasons),
    ],
  );
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
  const [row] = await db.query<RunRow>(
    `select ${columns} ${from} where runs.id = $1 and deleted_at is null`,
    [runId],
  );
  return row && toRun(row);
}

/** Includes deleted runs, whose nodes still need the `forget` request. */
export async function findRunEvenDeleted(db: Queryable, runId: string): Promise<RunRecord | undefined> {
  const [row] = await db.query<RunRow>(`select ${columns} ${from} where runs.id = $1`, [runId]);
  return row && toRun(row);
}

/** The report stored by finishRun, also of a deleted run; undefined without a report. */
export async function findReport(db: Queryable, runId: string): Promise<unknown> {
  const [row] = await db.query<{ report: unknown }>('select report from runs where id = $1', [runId]);
  return row?.report ?? undefined;
}

/** Locks the row, which serializes the steps of a run. */
export async function lockRun(tx: Queryable, runId: string): Promise<RunRecord | undefined> {
  const [row] = await tx.query<RunRow>(`select ${columns} ${from} where runs.id = $1 for update of runs`, [
    runId,
  ]);
  return row && toRun(row);
}

export async function listRuns(
  db: Queryable,
  owner: RunOwner,
  page: { limit: number; offset: number },
  filter: RunFilter = {},
): Promise<{ total: number; runs: RunRecord[] }> {
  const values = filterValues(owner, filter);
  const [count] = await db.query<{ total: number }>(
    `select count(*)::integer as total ${from} where ${filterSql}`,
    values,
  );
  const rows = await db.query<RunRow>(
    `select ${columns} ${from} where ${filterSql} order by number desc limit $8 offset $9`,
    [...values, page.limit, page.offset],
  );
  return { total: count?.total ?? 0, runs: rows.map(toRun) };
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
    `update runs set phase = $2, phase_at = now(),
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
}

export async function finishRun(tx: Queryable, runId: string, end: RunEnd): Promise<void> {
  const { report, figures, thresholds, generator, verdict, doubts, isComplete } = end;
  await tx.query(
    `update runs set phase = 'finished', phase_at = now(), stopped_at = now(), report = coalesce($2, report), thresholds = $3, passed = $4, figures = $5,
       generator = $6, verdict = $7, doubts = $8, is_complete = $9
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
    ],
  );
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
  await db.query(`update runs set deleted_at = now() where id = $1`, [runId]);
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

interface RunRow {
  id: string;
  number: number;
  batch_id: string;
  account_id: number;
  user_id: number | null;
  project_id: number;
  project_name: string;
  started_by: Run['startedBy'];
  tool: string;
  tool_requested: string;
  engine_requested: string;
  engine: string | null;
  engine_reasons: EngineObstacle[];
  name: string | null;
  notes: string | null;
  threads: number | null;
  rampup_s: number | null;
  duration_s: number | null;
  tags: string[];
  privacy: string;
  override_hosts: string | null;
  override_parameters: string | null;
  is_webhook_on: boolean;
  repeat_of: string | null;
  phase: string;
  phase_at: Date;
  created_at: Date;
  start_at: Date | null;
  started_at: Date | null;
  stopped_at: Date | null;
  stop_requested_at: Date | null;
  stop_reason: string | null;
  remote_errors: string[];
  warnings: string[];
  found_warnings: string[];
  load_ended_at: Date | null;
  fail_if: string[];
  thresholds: Omit<ThresholdResult, 'requirement'>[] | null;
  passed: boolean | null;
  figures: RowFigures | null;
  frames_removed_at: Date | null;
  generator: GeneratorLoad | null;
  doubts: string[] | null;
  is_complete: boolean | null;
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

function toRun(row: RunRow): RunRecord {
  return {
    id: row.id,
    number: row.number,
    batchId: row.batch_id,
    accountId: row.account_id,
    userId: row.user_id,
    startedBy: row.started_by,
    project: { id: row.project_id, name: row.project_name },
    tool: row.tool as ToolName,
    toolRequested: row.tool_requested,
    engineRequested: row.engine_requested as EngineChoice,
    engine: row.engine as PlanEngine | null,
    engineReasons: row.engine_reasons,
    name: row.name,
    notes: row.notes,
    threads: row.threads,
    rampupS: row.rampup_s,
    durationS: row.duration_s,
    tags: row.tags,
    privacy: row.privacy as Privacy,
    overrideHosts: row.override_hosts,
    overrideParameters: row.override_parameters,
    isWebhookOn: row.is_webhook_on,
    repeatOf: row.repeat_of,
    phase: row.phase as RunPhase,
    phaseAt: row.phase_at,
    createdAt: row.created_at,
    startAt: row.start_at,
    startedAt: row.started_at,
    stoppedAt: row.stopped_at,
    loadEndedAt: row.load_ended_at,
    stopRequestedAt: row.stop_requested_at,
    stopReason: row.stop_reason,
    remoteErrors: row.remote_errors,
    warnings: [...row.warnings, ...row.found_warnings],
    planWarnings: row.warnings,
    failIf: row.fail_if,
    thresholds: row.thresholds?.map(restate) ?? null,
    passed: row.passed,
    figures: row.figures,
    framesRemovedAt: row.frames_removed_at,
    generator: row.generator,
    doubts: row.doubts,
    isComplete: row.is_complete,
  };
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
