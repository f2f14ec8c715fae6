import type { ServiceFigures } from '../domain/service-figures.ts';
import type { Database } from './database.ts';

/** Reads all figures with one statement, which uses indexes of open work only. Fails after `timeoutMs`. */
export async function readServiceFigures(database: Database, timeoutMs: number): Promise<ServiceFigures> {
  return database.transaction(async (tx) => {
    await tx.query(`select set_config('statement_timeout', $1, true)`, [String(timeoutMs)]);
    const [row] = await tx.query<ServiceFigures>(figuresSql);
    if (!row) throw new Error('The database returned no figures.');
    return row;
  });
}

const figuresSql = `
with
  open_runs as (select phase, count(*) as count from runs where phase <> 'finished' group by phase),
  present_nodes as (
    select state, count(*) as count, sum((vitals ->> 'spoolBytes')::float8) as spool_bytes,
      sum((vitals ->> 'framesWaiting')::float8) as frames_waiting
    from nodes where state <> 'ended' group by state),
  open_grids as (
    select status, count(*) as count from grids where status not in ('stopped', 'invoiced') group by status),
  pending_jobs as (
    select case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'failed'
        when run_at <= now() then 'due'
        else 'scheduled'
      end as state,
      run_at, locked_at
    from graphile_worker.jobs),
  job_states as (select state, count(*) as count from pending_jobs group by state)
select
  (select coalesce(json_object_agg(phase, count), '{}') from open_runs) as runs,
  (select coalesce(json_object_agg(state, count), '{}') from present_nodes) as nodes,
  (select coalesce(json_object_agg(status, count), '{}') from open_grids) as grids,
  (select coalesce(json_object_agg(state, count), '{}') from job_states) as jobs,
  (select ${secondsSince(`min(run_at) filter (where state = 'due')`)} from pending_jobs) as "oldestDueJobS",
  (select ${secondsSince('min(locked_at)')} from pending_jobs) as "longestJobS",
  (select count(*) from dirty_rollups) as "dirtyRollups",
  (select ${secondsSince('min(touched_at)')} from dirty_rollups) as "oldestDirtyRollupS",
  (select coalesce(sum(spool_bytes), 0) from present_nodes) as "spoolBytes",
  (select coalesce(sum(frames_waiting), 0) from present_nodes) as "framesWaiting"`;

/** 0 without a time. */
function secondsSince(time: string): string {
  return `coalesce(greatest(0, extract(epoch from now() - ${time})), 0)::float8`;
}
