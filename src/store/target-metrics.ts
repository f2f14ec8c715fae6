import type {
  MetricQuery,
  MetricSource,
  TargetMetric,
  TargetMetricResult,
} from '../domain/target-metrics.ts';
import type { Queryable } from './database.ts';
import type { RunOwner } from './run-lists.ts';

const selectSource = `select sources.id, json_build_object('id', projects.id, 'name', projects.name) as project, target, queries
  from metric_sources as sources join projects on projects.id = sources.project_id`;

export interface NewMetricSource {
  id: string;
  accountId: number;
  projectId: number;
  sealedAddress: Buffer;
  target: string;
  queries: readonly MetricQuery[];
}

/** Replaces the source of the project. */
export async function writeMetricSource(db: Queryable, source: NewMetricSource): Promise<void> {
  const { id, accountId, projectId, sealedAddress, target, queries } = source;
  await db.query(
    `insert into metric_sources (id, account_id, project_id, sealed_address, target, queries) values ($1, $2, $3, $4, $5, $6)
     on conflict (project_id) do update set sealed_address = $4, target = $5, queries = $6`,
    [id, accountId, projectId, sealedAddress, target, JSON.stringify(queries)],
  );
}

/** By project. */
export async function listMetricSources(
  db: Queryable,
  { accountId, projectId }: RunOwner,
  { id = null, ofProject = null }: { id?: string | null; ofProject?: number | null } = {},
): Promise<MetricSource[]> {
  return db.query<MetricSource>(
    `${selectSource} where sources.account_id = $1 and ($2::int is null or sources.project_id = $2)
       and ($3::text is null or sources.id = $3) and ($4::int is null or sources.project_id = $4)
     order by lower(projects.name), sources.id limit 500`,
    [accountId, projectId, id, ofProject],
  );
}

export async function deleteMetricSource(db: Queryable, id: string): Promise<void> {
  await db.query('delete from metric_sources where id = $1', [id]);
}

/** Fields needed to query the source of a project. */
export async function findSourceOfProject(
  db: Queryable,
  projectId: number,
): Promise<{ sealedAddress: Buffer; queries: MetricQuery[] } | undefined> {
  const [row] = await db.query<{ sealedAddress: Buffer; queries: MetricQuery[] }>(
    'select sealed_address as "sealedAddress", queries from metric_sources where project_id = $1',
    [projectId],
  );
  return row;
}

/** Replaces the metrics of a run. */
export async function writeTargetMetrics(
  tx: Queryable,
  runId: string,
  metrics: readonly TargetMetric[],
): Promise<void> {
  await tx.query('delete from run_target_metrics where run_id = $1', [runId]);
  for (const [position, { name, expression, ...result }] of metrics.entries())
    await tx.query(
      `insert into run_target_metrics (run_id, position, name, expression, result) values ($1, $2, $3, $4, $5)`,
      [runId, position, name, expression, JSON.stringify(result)],
    );
}

export async function readTargetMetrics(db: Queryable, runId: string): Promise<TargetMetric[]> {
  const rows = await db.query<MetricQuery & { result: TargetMetricResult }>(
    'select name, expression, result from run_target_metrics where run_id = $1 order by position',
    [runId],
  );
  return rows.map(({ result, ...query }) => ({ ...query, ...result }));
}
