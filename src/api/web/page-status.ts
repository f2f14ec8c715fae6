import type { FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { RunView } from '../../runs/runs.ts';
import { authenticate } from '../auth/authenticate.ts';
import { authenticatePage } from '../auth/authenticate-page.ts';
import type { ApiDeps } from '../deps.ts';
import { statusOfCode } from '../error-response.ts';
import { entrancePaths } from './page-paths.ts';

/**
 * Status of a dashboard page, for programs: 401 if it requires sign-in, 404 if there is nothing to show. Private and
 * missing runs are indistinguishable without access.
 */
export async function pageStatus(deps: ApiDeps, request: FastifyRequest): Promise<200 | 401 | 404> {
  if (entrancePaths.includes(request.routeOptions.url ?? '')) return 200;
  const actor =
    (await authenticatePage(deps, request.headers, false)) ?? (await authenticate(deps, request.raw));
  const { runId } = request.params as { runId?: string };
  if (runId === undefined) return actor ? 200 : 401;
  // PostgreSQL cannot store NUL, so no id contains it.
  if (runId.includes('\u0000')) return actor ? 404 : 401;
  if (actor && (await isThere(deps.runs.get(actor, runId)))) return 200;
  if (await isThere(deps.runs.getPublic(runId))) return 200;
  return actor ? 404 : 401;
}

async function isThere(view: Promise<RunView>): Promise<boolean> {
  return view.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && statusOfCode(error.code) === 404) return false;
      throw error;
    },
  );
}
