import { isId } from '../../lib/id.ts';
import { notFound } from '../error-response.ts';
import type { Exchange } from '../exchange.ts';
import type { Answer, Route } from '../route.ts';
import { storedFileAnswer } from '../stored-file.ts';

const suffix = '.tar.gz';

/**
 * What lies at the root of the site: archives, which whoever knows the address may fetch, and the addresses that
 * the original gave to the pages of its runs.
 */
export const archiveRoutes: Route[] = [
  {
    method: 'GET',
    path: '/:name',
    summary: 'An archive by its unguessable name, `<key>.tar.gz`; needs no token',
    changesState: false,
    success: { status: 200, contentType: 'application/gzip' },
    handle: findAtRoot,
  },
  ...['/projects/:projectId/flood/:runId', '/project/:projectId/flood/:runId'].map(
    (path): Route => ({
      method: 'GET',
      path,
      summary: "The page of a run, at one of the original's addresses",
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
  if (!file) throw notFound(`There is nothing at /${name.slice(0, 200)}.`);
  const { range } = exchange.request.headers;
  return storedFileAnswer(file, { range, contentType: 'application/gzip' });
}

function toPage(runId: string): Answer {
  return { status: 302, headers: { location: `/app/runs/${encodeURIComponent(runId)}` } };
}
