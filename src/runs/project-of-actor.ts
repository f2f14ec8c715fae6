import type { Actor, Project } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import type { Queryable } from '../store/database.ts';
import { findOrCreateProject, listProjects } from '../store/projects.ts';

/**
 * The named project, created if missing. Actors limited to one project can only use that project; `field` is the
 * parameter with the name.
 */
export async function projectOfActor(
  tx: Queryable,
  { accountId, projectId }: Pick<Actor, 'accountId' | 'projectId'>,
  name: string | null,
  field: string,
): Promise<Project> {
  if (projectId === null) return findOrCreateProject(tx, accountId, name ?? 'Default');
  const own = (await listProjects(tx, accountId)).find(({ id }) => id === projectId);
  if (!own) throw new Error(`Account ${accountId} has no project ${projectId}.`);
  if (name === null || name === own.name) return own;
  throw new AppError(
    'not_allowed',
    `The token is limited to the project ${own.name} and cannot be used for ${name}. Omit ${field}, or use another token.`,
  );
}
