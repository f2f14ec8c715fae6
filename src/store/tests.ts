import type { ListedTest, LoadTest, LoadTestChanges, PlanVersion } from '../domain/load-test.ts';
import { newId } from '../lib/id.ts';
import type { Queryable } from './database.ts';
import type { RunOwner } from './run-lists.ts';

const selectTest = `select tests.id, tests.account_id as "accountId", tests.name, tests.run_id as "runId",
  tests.baseline_run_id as "baselineRunId", tests.created_at as "createdAt", tests.size,
  json_build_object('id', projects.id, 'name', projects.name) as project
  from tests join projects on projects.id = tests.project_id`;

/** Selects the test of a run: the named one, else the one with the same plan file and run name. */
export interface TestChoice {
  accountId: number;
  projectId: number;
  /** Null: selected by plan file and run name. */
  name: string | null;
  planName: string;
  runName: string | null;
}

export async function findOrCreateTest(tx: Queryable, choice: TestChoice): Promise<string> {
  const { accountId, projectId, name, planName, runName } = choice;
  // Serializes the creation of tests in a project, so that their names can be chosen.
  await tx.query('select from projects where id = $1 for no key update', [projectId]);
  const [found] = await tx.query<{ id: string }>(
    name === null
      ? `select id from tests where project_id = $1 and plan_name = $2 and coalesce(run_name, '') = coalesce($3, '')`
      : `select id from tests where project_id = $1 and name = $2`,
    name === null ? [projectId, planName, runName] : [projectId, name],
  );
  if (found) return found.id;
  const id = newId();
  await tx.query(
    `insert into tests (id, account_id, project_id, name, plan_name, run_name) values ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      accountId,
      projectId,
      name ?? (await freeName(tx, projectId, runName ?? planName, planName)),
      name === null ? planName : null,
      name === null ? runName : null,
    ],
  );
  return id;
}

/** The wanted name, or one with the plan or a number appended if it is taken. */
async function freeName(tx: Queryable, projectId: number, wanted: string, planName: string): Promise<string> {
  const rows = await tx.query<{ name: string }>('select name from tests where project_id = $1', [projectId]);
  const taken = new Set(rows.map(({ name }) => name));
  const withPlan = wanted === planName ? wanted : `${wanted} (${planName})`;
  let name = taken.has(wanted) ? withPlan : wanted;
  for (let number = 2; taken.has(name); number++) name = `${withPlan} ${number}`;
  return name;
}

/** The number of a plan's content among the plans of a test; the next free one for new content. */
export async function planVersionOf(tx: Queryable, testId: string, sha256: string): Promise<number> {
  await tx.query('select from tests where id = $1 for no key update', [testId]);
  const [row] = await tx.query<{ version: number }>(
    `select coalesce(min(plan_version) filter (where plan_sha256 = $2), coalesce(max(plan_version), 0) + 1) as version
     from runs where test_id = $1`,
    [testId, sha256],
  );
  return row?.version ?? 1;
}

/** Sets the run whose files and settings the test uses. */
export async function setTestRun(tx: Queryable, testId: string, runId: string): Promise<void> {
  await tx.query('update tests set run_id = $2 where id = $1', [testId, runId]);
}

export async function findTest(db: Queryable, testId: string): Promise<LoadTest | undefined> {
  const [row] = await db.query<LoadTest>(`${selectTest} where tests.id = $1`, [testId]);
  return row;
}

/** Tests with the latest runs first. */
export async function listTests(
  db: Queryable,
  { accountId, projectId }: RunOwner,
  filter: { search?: string | undefined; project?: string | undefined },
  page: { limit: number; offset: number },
): Promise<{ total: number; tests: ListedTest[] }> {
  const where = `tests.account_id = $1 and ($2::int is null or tests.project_id = $2)
    and ($3::text is null or position(lower($3) in lower(tests.name)) > 0)
    and ($4::text is null or projects.name = $4)`;
  const values = [accountId, projectId, filter.search?.trim() || null, filter.project ?? null];
  const [count] = await db.query<{ total: number }>(
    `select count(*)::integer as total from tests join projects on projects.id = tests.project_id where ${where}`,
    values,
  );
  const tests = await db.query<ListedTest>(
    `select listed.*, history.runs, history."planVersion", latest.run as "lastRun"
     from (${selectTest} where ${where}) as listed
     left join lateral (
       select count(*)::integer as runs, max(plan_version) as "planVersion", max(number) as number from runs
       where test_id = listed.id and deleted_at is null) as history on true
     left join lateral (
       select json_build_object('id', id, 'createdAt', created_at, 'verdict', verdict,
         'baselineVerdict', baseline ->> 'verdict') as run
       from runs where test_id = listed.id and runs.number = history.number) as latest on true
     order by history.number desc nulls last, listed."createdAt" desc limit $5 offset $6`,
    [...values, page.limit, page.offset],
  );
  return { total: count?.total ?? 0, tests };
}

/** False when another test of the project has the name. */
export async function changeTest(
  db: Queryable,
  testId: string,
  { name, runId, baselineRunId, size }: LoadTestChanges,
): Promise<boolean> {
  const rows = await db.query(
    `update tests set name = coalesce($2, name), run_id = coalesce($3, run_id),
       baseline_run_id = case when $4 then $5 else baseline_run_id end,
       size = coalesce($6::jsonb || jsonb_build_object('at', now()), size)
     where id = $1 and not exists (
       select from tests as other where other.project_id = tests.project_id and other.name = $2 and other.id <> $1)
     returning id`,
    [
      testId,
      name ?? null,
      runId ?? null,
      baselineRunId !== undefined,
      baselineRunId ?? null,
      size ? JSON.stringify(size) : null,
    ],
  );
  return rows.length > 0;
}

/** Deletes a test; its runs stay. */
export async function deleteTest(db: Queryable, testId: string): Promise<void> {
  await db.query('delete from tests where id = $1', [testId]);
}

/**
 * Call when a run is deleted: it cannot remain a baseline, and its test uses the settings of the latest other run.
 */
export async function releaseRun(tx: Queryable, runId: string): Promise<void> {
  await tx.query('update tests set baseline_run_id = null where baseline_run_id = $1', [runId]);
  await tx.query(
    `update tests set run_id = (select id from runs
       where test_id = tests.id and deleted_at is null and runs.id <> $1 order by number desc limit 1)
     where run_id = $1`,
    [runId],
  );
}

/** The contents of a test's plan, the newest first. */
export async function planVersions(db: Queryable, testId: string, limit: number): Promise<PlanVersion[]> {
  return db.query<PlanVersion>(
    `select plan_version as version, min(plan_name) as "planName", min(plan_sha256) as sha256,
       (array_agg(id order by number))[1] as "firstRunId", min(created_at) as "firstUsedAt",
       max(created_at) as "lastUsedAt", count(*)::integer as runs
     from runs where test_id = $1 and plan_version is not null group by plan_version
     order by plan_version desc limit $2`,
    [testId, limit],
  );
}

/** The stored plan of a version; undefined when no run has the version, or its plan was in an archive. */
export async function planFile(
  db: Queryable,
  testId: string,
  version: number,
): Promise<{ name: string; storageKey: string; sizeBytes: number; isRemoved: boolean } | undefined> {
  const [row] = await db.query<{ name: string; storageKey: string; sizeBytes: number; isRemoved: boolean }>(
    `select run_files.name, storage_key as "storageKey", size_bytes as "sizeBytes",
       removed_at is not null as "isRemoved"
     from run_files join runs on runs.id = run_files.run_id
     where test_id = $1 and plan_version = $2 and run_files.name = plan_name
     order by removed_at is not null, runs.number limit 1`,
    [testId, version],
  );
  return row;
}
