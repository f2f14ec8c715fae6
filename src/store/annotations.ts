import type { Annotation } from '../domain/annotation.ts';
import type { Queryable } from './database.ts';
import type { RunOwner } from './run-lists.ts';

const selectAnnotation = `select annotations.id, projects.name as project, run_id as "runId", at, kind, text,
  (select email from users where id = annotations.user_id) as author
  from annotations join projects on projects.id = annotations.project_id`;

export interface NewAnnotation extends Pick<Annotation, 'id' | 'runId' | 'at' | 'kind' | 'text'> {
  accountId: number;
  projectId: number;
  userId: number;
}

export async function insertAnnotation(db: Queryable, annotation: NewAnnotation): Promise<void> {
  const { id, accountId, projectId, runId, at, kind, text, userId } = annotation;
  await db.query(
    `insert into annotations (id, account_id, project_id, run_id, at, kind, text, user_id) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, accountId, projectId, runId, at, kind, text, userId],
  );
}

/** Annotations of the run, and of its project while the run was active; by time. */
export async function annotationsOfRun(
  db: Queryable,
  run: { id: string; project: { id: number }; startedAt: Date | null; stoppedAt: Date | null },
  limit: number,
): Promise<Annotation[]> {
  return db.query<Annotation>(
    `${selectAnnotation} where run_id = $1
       or (run_id is null and project_id = $2 and at >= $3 and at <= coalesce($4::timestamptz, 'infinity'))
     order by at, annotations.id limit $5`,
    [run.id, run.project.id, run.startedAt, run.stoppedAt, limit],
  );
}

/** Annotations of whole projects, newest first; or the one with this id, which may belong to a run. */
export async function listAnnotations(
  db: Queryable,
  { accountId, projectId }: RunOwner,
  { id, project, limit }: { id?: string; project?: string | undefined; limit: number },
): Promise<Annotation[]> {
  return db.query<Annotation>(
    `${selectAnnotation} where annotations.account_id = $1 and ($2::int is null or project_id = $2)
       and case when $3::text is null then run_id is null else annotations.id = $3 end
       and ($4::text is null or projects.name = $4)
     order by at desc, annotations.id limit $5`,
    [accountId, projectId, id ?? null, project ?? null, limit],
  );
}

export async function countAnnotations(db: Queryable, runId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) from annotations where run_id = $1', [
    runId,
  ]);
  return Number(row?.count ?? 0);
}

export async function deleteAnnotation(db: Queryable, id: string): Promise<void> {
  await db.query('delete from annotations where id = $1', [id]);
}
