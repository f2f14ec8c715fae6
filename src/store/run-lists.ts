import type { RunFilter } from '../domain/run-filter.ts';
import type { TrendRow } from '../metrics/trend.ts';
import type { Queryable } from './database.ts';
import { haveSameSettings } from './run-row.ts';

/** Owner of the listed runs; `projectId` limits them to one project. */
export interface RunOwner {
  accountId: number;
  projectId: number | null;
}

/** Filter conditions with the parameters $2 to $6; $1 is the account, $7 the project or null, $8 the test. */
export const filterSql = `runs.account_id = $1 and ($7::int is null or runs.project_id = $7) and deleted_at is null
  and ($2::text is null or runs.id = $2 or position(lower($2) in lower(
    coalesce(runs.name, '') || ' ' || coalesce(notes, '') || ' ' || array_to_string(tags, ' '))) > 0)
  and ($3::text is null or tags @> array[$3])
  and ($4::text is null or projects.name = $4)
  and ($5::text is null or tool = $5)
  and case coalesce($6::text, '')
    when '' then true
    when 'finished' then phase = 'finished'
    when 'running' then phase in ('running', 'stopping', 'collecting')
    when 'queued' then phase in ('waiting_for_nodes', 'waiting_for_turn', 'preparing')
    else verdict = $6 end
  and ($8::text is null or runs.test_id = $8)`;

export function filterValues({ accountId, projectId }: RunOwner, filter: RunFilter): unknown[] {
  const { search, tag, project, tool, state, test } = filter;
  const text = search?.trim() || null;
  return [
    accountId,
    text,
    tag ?? null,
    project ?? null,
    tool ?? null,
    state ?? null,
    projectId,
    test ?? null,
  ];
}

/** The newest `limit` finished runs with samples, oldest first. */
export async function readTrend(
  db: Queryable,
  owner: RunOwner,
  filter: RunFilter,
  limit: number,
): Promise<{ total: number; rows: TrendRow[] }> {
  const from = `from runs join projects on projects.id = project_id where ${filterSql}
    and phase = 'finished' and (figures ->> 'passed')::bigint + (figures ->> 'failed')::bigint > 0`;
  const values = filterValues(owner, filter);
  const [count] = await db.query<{ total: number }>(`select count(*) as total ${from}`, values);
  const rows = await db.query<TrendRow>(
    `select runs.id, runs.name, projects.name as project, tool_requested as tool, tags, started_at as "startedAt",
       stopped_at as "stoppedAt", passed, figures
     from (select runs.id ${from} order by number desc limit $9) as page
     join runs on runs.id = page.id join projects on projects.id = project_id order by number desc`,
    [...values, limit],
  );
  return { total: count?.total ?? 0, rows: rows.reverse() };
}

/** The `limit` most used tags of visible runs, with their counts. */
export async function readTags(
  db: Queryable,
  { accountId, projectId }: RunOwner,
  limit: number,
): Promise<{ total: number; tags: { name: string; runs: number }[] }> {
  const from = `from runs cross join unnest(tags) as tag where account_id = $1
    and ($2::int is null or project_id = $2) and deleted_at is null`;
  const [count] = await db.query<{ total: number }>(`select count(distinct tag) as total ${from}`, [
    accountId,
    projectId,
  ]);
  const tags = await db.query<{ name: string; runs: number }>(
    `select tag as name, count(distinct runs.id) as runs ${from} group by tag order by runs desc, tag limit $3`,
    [accountId, projectId, limit],
  );
  return { total: count?.total ?? 0, tags };
}

/** Other finished runs of the same plan with the same settings, newest first, of one test if given: same files, tool, engine, settings and nodes. */
export async function repeatsOf(
  db: Queryable,
  runId: string,
  limit: number,
  testId: string | null = null,
): Promise<{ id: string; report: unknown }[]> {
  return db.query<{ id: string; report: unknown }>(
    `with files as (
       select run_id, string_agg(name || ' ' || sha256, ',' order by name) as all_files from run_files
       where run_id in (select other.id from runs other join runs own on own.id = $1 and own.account_id = other.account_id
         and own.tool = other.tool and ${haveSameSettings('own', 'other')}
         and own.engine is not distinct from other.engine and ($3::text is null or other.test_id = $3)
         order by other.number desc limit 500)
       group by run_id),
     nodes as (
       select run_id, string_agg(concat_ws(' ', region, instance_type, instance_quantity), ','
         order by region, instance_type, instance_quantity) as all_nodes
       from run_grids join grids on grids.id = grid_id where run_id in (select run_id from files) group by run_id)
     select runs.id, report from runs join files on files.run_id = runs.id join nodes on nodes.run_id = runs.id
     where all_files = (select all_files from files where run_id = $1)
       and all_nodes = (select all_nodes from nodes where run_id = $1) and phase = 'finished' and report is not null
       and deleted_at is null and runs.id <> $1 and remote_errors = '{}' order by number desc limit $2`,
    [runId, limit, testId],
  );
}
