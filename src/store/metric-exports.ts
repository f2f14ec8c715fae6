import type { MetricExport } from '../domain/metric-export.ts';
import type { Queryable } from './database.ts';
import type { RunOwner } from './run-lists.ts';

const selectExport = `select exports.id, json_build_object('id', projects.id, 'name', projects.name) as project, kind, target, problem,
  last_sent_at as "lastSentAt" from metric_exports as exports join projects on projects.id = exports.project_id`;

export interface NewMetricExport {
  id: string;
  accountId: number;
  projectId: number;
  kind: MetricExport['kind'];
  sealedAddress: Buffer;
  target: string;
}

export async function insertMetricExport(db: Queryable, one: NewMetricExport): Promise<void> {
  const { id, accountId, projectId, kind, sealedAddress, target } = one;
  await db.query(
    `insert into metric_exports (id, account_id, project_id, kind, sealed_address, target) values ($1, $2, $3, $4, $5, $6)`,
    [id, accountId, projectId, kind, sealedAddress, target],
  );
}

/** By project. */
export async function listMetricExports(
  db: Queryable,
  { accountId, projectId }: RunOwner,
  id: string | null = null,
): Promise<MetricExport[]> {
  return db.query<MetricExport>(
    `${selectExport} where exports.account_id = $1 and ($2::int is null or exports.project_id = $2)
       and ($3::text is null or exports.id = $3) order by lower(projects.name), exports.created_at, exports.id limit 500`,
    [accountId, projectId, id],
  );
}

export async function deleteMetricExport(db: Queryable, id: string): Promise<void> {
  await db.query('delete from metric_exports where id = $1', [id]);
}

/** Fields needed to send figures of the project. */
export async function exportsOfProject(
  db: Queryable,
  projectId: number,
): Promise<{ id: string; kind: MetricExport['kind']; sealedAddress: Buffer }[]> {
  return db.query(
    `select id, kind, sealed_address as "sealedAddress" from metric_exports where project_id = $1 order by id limit 20`,
    [projectId],
  );
}

/** `problem` is null after a success. */
export async function recordExport(db: Queryable, id: string, problem: string | null): Promise<void> {
  await db.query(
    `update metric_exports set problem = $2, last_sent_at = case when $2::text is null then now() else last_sent_at end
     where id = $1`,
    [id, problem],
  );
}
