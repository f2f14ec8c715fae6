import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import { isId } from '../../lib/id.ts';
import type { RunView } from '../../runs/runs.ts';
import { authenticate, refuseForeignPages } from '../auth/authenticate.ts';
import { endedSessionCookie, safeNext, sessionCookie, tokenOfCookie } from '../auth/session.ts';
import type { ApiDeps } from '../deps.ts';
import { notFound, statusOfCode, toAppError } from '../error-response.ts';
import { addressesFor } from '../hal/links.ts';
import { queryOf, readParams } from '../params/read-params.ts';
import type { KnownPath } from '../register-route.ts';
import { formatResults } from '../results-format.ts';
import { storedFileAnswer } from '../stored-file.ts';
import { html } from './html.ts';
import { layout, pageHeaders } from './layout.ts';
import { listPage } from './list-page.ts';
import { readSeries } from './read-series.ts';
import { runPage } from './run-page.ts';
import { signInPage } from './sign-in-page.ts';
import { styleSheet } from './style.ts';

const refreshS = 5;

/** The plain pages for people: the permalink of a run, the list, signing in. They work without a script. */
export function registerPages(app: FastifyInstance, deps: ApiDeps): KnownPath[] {
  const page = (path: string, show: (visit: Visit) => Promise<FastifyReply>) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: async (request, reply) => {
        const visit = await openVisit(request, reply, deps);
        return show(visit).catch((thrown: unknown) => showError(visit, thrown));
      },
    });
  };
  page('/', async ({ reply }) => reply.redirect('/app'));
  page('/app', showList);
  page('/app/runs', async ({ reply }) => reply.redirect('/app'));
  page('/app/runs/:runId', showRun);
  page('/app/runs/:runId/result.csv', sendResults);
  page('/app/runs/:runId/files/:fileId', sendFile);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/app/style.css',
    handler: async (_request, reply) =>
      reply
        .header('content-type', 'text/css; charset=utf-8')
        .header('cache-control', 'max-age=300')
        .send(styleSheet),
  });
  app.post('/app/session', async (request, reply) => signIn(await openVisit(request, reply, deps)));
  app.post('/app/session/end', async (request, reply) => {
    refuseForeignPages(request.headers);
    return reply.header('set-cookie', endedSessionCookie).redirect('/app', 303);
  });
  const read = [
    '/',
    '/app',
    '/app/runs',
    '/app/runs/:runId',
    '/app/runs/:runId/result.csv',
    '/app/runs/:runId/files/:fileId',
    '/app/style.css',
  ];
  const written = ['/app/session', '/app/session/end'];
  return [
    ...read.map((path) => ({ path, methods: ['GET', 'HEAD'] })),
    ...written.map((path) => ({ path, methods: ['POST'] })),
  ];
}

interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  deps: ApiDeps;
  actor: Actor | undefined;
  origin: string;
}

async function openVisit(request: FastifyRequest, reply: FastifyReply, deps: ApiDeps): Promise<Visit> {
  const { accounts, options } = deps;
  const token = tokenOfCookie(request.headers.cookie);
  const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
  const actor =
    (token === undefined ? undefined : await accounts.authenticate(token)) ??
    (await authenticate(accounts, request.headers, query));
  return { request, reply, deps, actor, origin: addressesFor(options, request.headers).origin };
}

async function showList(visit: Visit): Promise<FastifyReply> {
  const { deps, actor, request } = visit;
  if (!actor) return askForToken(visit);
  const asked = Number(new URLSearchParams(queryOf(request.raw.url ?? '')).get('page') ?? 1);
  const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
  const list = await deps.runs.list(actor, page);
  const isGoing = list.runs.some((view) => view.status !== 'finished');
  return send(visit, 200, 'Runs', listPage(list, page, visit.origin), isGoing ? refreshS : undefined);
}

async function showRun(visit: Visit): Promise<FastifyReply> {
  const found = await findRun(visit);
  if (!found) return askForToken(visit);
  const { view, isMember } = found;
  const { runs } = visit.deps;
  const now = new Date();
  const [report, reconciliation] = await Promise.all([runs.report(view), runs.reconciliation(view)]);
  const series = await readSeries(runs, view, report, now);
  const mayJoin = isMember && visit.actor?.role !== 'viewer';
  const logs = isMember ? await runs.logs(view) : [];
  const body = runPage({ view, report, series, reconciliation, logs, isMember, mayJoin, now });
  const title = view.run.name ?? view.run.id;
  return send(visit, 200, title, body, view.status === 'finished' ? undefined : refreshS);
}

/** The cookie is good for pages only, so what a page offers to save lies beside it. */
async function sendResults(visit: Visit): Promise<FastifyReply> {
  const found = await findRun(visit);
  if (!found?.isMember) return askForToken(visit);
  const { view } = found;
  if (view.status === 'queued') throw notFound(`The run ${view.run.id} has not started yet.`);
  visit.reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${view.run.id}.csv"`);
  if (visit.request.method === 'HEAD') return visit.reply.send();
  const rows = visit.deps.runs.results(view, undefined);
  return visit.reply.send(Readable.from(formatResults(rows, view, 'v2', 'ours')));
}

async function sendFile(visit: Visit): Promise<FastifyReply> {
  const found = await findRun(visit);
  if (!found?.isMember) return askForToken(visit);
  const { fileId } = visit.request.params as { fileId: string };
  const file = await visit.deps.runs.openFile(found.view, fileId);
  const contentType = 'application/octet-stream';
  const answer = await storedFileAnswer(file, { range: undefined, contentType });
  if (!('open' in answer)) throw new Error('A file without a range is sent whole.');
  visit.reply.headers(answer.headers ?? {}).header('content-type', contentType);
  return visit.request.method === 'HEAD' ? visit.reply.send() : visit.reply.send(answer.open());
}

/** A person of the account sees all of it, everybody else a public run only. */
async function findRun({
  request,
  deps,
  actor,
}: Visit): Promise<{ view: RunView; isMember: boolean } | undefined> {
  const { runId } = request.params as { runId: string };
  if (!isId(runId)) throw notFound('This is not the address of a run.');
  const own = actor && (await unlessMissing(deps.runs.get(actor, runId)));
  if (own) return { view: own, isMember: true };
  const open = await unlessMissing(deps.runs.getPublic(runId));
  if (open) return { view: open, isMember: false };
  if (actor) throw notFound(`There is no run ${runId.slice(0, 100)}.`);
  return undefined;
}

async function unlessMissing(view: Promise<RunView>): Promise<RunView | undefined> {
  return view.catch((error: unknown) => {
    if (error instanceof AppError && statusOfCode(error.code) === 404) return undefined;
    throw error;
  });
}

/** Says the same for a private run and for none at all. */
function askForToken(visit: Visit, message?: string): FastifyReply {
  const { request } = visit;
  const path = request.originalUrl.split('?', 1)[0];
  // The cookie does not come along from another site's link; asking once more from here brings it.
  if (
    request.headers['sec-fetch-site'] === 'cross-site' &&
    request.headers['sec-fetch-mode'] === 'navigate'
  ) {
    return send(visit, 200, 'One moment', html`<p>Opening the page.</p>`, 0);
  }
  return send(visit, 401, 'Sign in', signInPage(safeNext(path), message));
}

async function signIn(visit: Visit): Promise<FastifyReply> {
  const { request, reply, deps } = visit;
  refuseForeignPages(request.headers);
  const { tree } = await readParams(request.raw, {
    roots: new Set(['token', 'next']),
    session: undefined,
    uploadLimitBytes: deps.options.uploadLimitBytes,
  });
  const next = safeNext(typeof tree.next === 'string' ? tree.next : undefined);
  const token = typeof tree.token === 'string' ? tree.token.trim() : '';
  const actor = token === '' ? undefined : await deps.accounts.authenticate(token);
  if (actor) return reply.header('set-cookie', sessionCookie(token)).redirect(next, 303);
  return send(visit, 401, 'Sign in', signInPage(next, 'That token is not valid.'));
}

function showError(visit: Visit, thrown: unknown): FastifyReply {
  const error = toAppError(thrown, visit.request.id);
  if (error.code === 'internal') {
    visit.deps.log.error({ err: thrown, requestId: visit.request.id }, 'page failed');
  }
  const body = html`<h1>${error.code === 'not_found' ? 'Not found' : 'That did not work'}</h1><p>${error.message}</p>`;
  return send(visit, statusOfCode(error.code), error.code === 'not_found' ? 'Not found' : 'Error', body);
}

function send(
  { reply, actor }: Visit,
  status: number,
  title: string,
  body: ReturnType<typeof html>,
  refresh?: number,
): FastifyReply {
  const page = layout({
    title,
    body,
    isSignedIn: actor !== undefined,
    ...(refresh === undefined ? {} : { refreshS: refresh }),
  });
  return reply.code(status).headers(pageHeaders).send(page);
}
