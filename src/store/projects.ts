import type { Project } from '../domain/account.ts';
import type { Queryable } from './database.ts';

const defaultName = 'Default';

export async function findOrCreateProject(
  tx: Queryable,
  accountId: number,
  name: string | null | undefined,
): Promise<Project> {
  const wanted = name || defaultName;
  const found = await findProject(tx, accountId, wanted);
  if (found) return found;
  const [made] = await tx.query<Project>(
    'insert into projects (account_id, name) values ($1, $2) on conflict (account_id, name) do nothing returning id, name',
    [accountId, wanted],
  );
  // No row on a concurrent insert, which is committed then and visible to a new statement.
  const project = made ?? (await findProject(tx, accountId, wanted));
  if (!project) throw new Error(`Project ${wanted} of account ${accountId} was deleted during its creation.`);
  return project;
}

export async function findProject(
  db: Queryable,
  accountId: number,
  name: string,
): Promise<Project | undefined> {
  const [found] = await db.query<Project>(
    'select id, name from projects where account_id = $1 and name = $2',
    [accountId, name],
  );
  return found;
}

export async function listProjects(db: Queryable, accountId: number): Promise<Project[]> {
  return db.query<Project>('select id, name from projects where account_id = $1 order by lower(name), id', [
    accountId,
  ]);
}
