import { isId } from '../../lib/id.ts';
import { notFound } from '../error-response.ts';
import type { Exchange } from '../exchange.ts';
import type { Answer, Route } from '../route.ts';
import { storedFileAnswer } from '../stored-file.ts';

const suffix = '.tar.gz';

/**
 * Paths at the root: archives, which need no token because their names are unguessable, and run URLs of the original
 * service.
 */
export const archiveRoutes: Route[] = [
  {
    method: 'GET',
    path: '/:name',
    summary: 'Download an archive by its unguessable name, `<key>.tar.gz`; needs no token',
    changesState: false,
    success: { status: 200, contentType: 'application/gzip' },
    handle: findAtRoot,
  },
  ...['/projects/:projectId/flood/:runId', '/project/:projectId/flood/:runId'].map(
    (path): Route => ({
      method: 'GET',
      path,
      summary: 'Redirect from a run URL of the original service',
      changesState: false,
      success: { status: 302 },
      handle: async (exchange) => toPage(exchange.param('runId')),
    }),
  ),
];

async function findAtRoot(exchange: Exchange): Promise<Answer> {
  const name = exchange.param('name');
  if (isId(name)) return toPage(name);
  const file = name.endsWith(suffix)
    ? await exchange.deps.runs.openArchive(name.slice(0, -suffix.length))
    : undefined;
  if (!file) throw notFound(`Nothing found at /${name.slice(0, 200)}.`);
  const { range } = exchange.request.headers;
  return storedFileAnswer(file, { range, contentType: 'application/gzip' });
}

function toPage(runId: string): Answer {
  return { status: 302, headers: { location: `/app/runs/${encodeURIComponent(runId)}` } };
}
