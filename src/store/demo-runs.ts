import type { Queryable } from './database.ts';
import type { RunOwner } from './run-lists.ts';

/** Ports of the targets that unfinished demo runs need. */
export async function unfinishedDemoPorts(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ port: number }>(
    `select distinct demo_port as port from runs where demo_port is not null and phase <> 'finished' order by 1`,
  );
  return rows.map(({ port }) => port);
}

/** Id of the newest unfinished demo run that the owner sees. */
export async function findUnfinishedDemoRun(
  db: Queryable,
  { accountId, projectId }: RunOwner,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `select id from runs where demo_port is not null and phase <> 'finished' and deleted_at is null
       and account_id = $1 and ($2::int is null or project_id = $2) order by number desc limit 1`,
    [accountId, projectId],
  );
  return row?.id;
}
