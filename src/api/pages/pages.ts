import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import { isId } from '../../lib/id.ts';
import type { RunView } from '../../runs/runs.ts';
import { authenticate, notAuthenticated, refuseForeignPages } from '../auth/authenticate.ts';
import { endedSessionCookie, safeNext, sessionCookie, tokenOfCookie } from '../auth/session.ts';
import type { ApiDeps } from '../deps.ts';
import { notFound, statusOfCode } from '../error-response.ts';
import { queryOf, readParams } from '../params/read-params.ts';
import type { KnownPath } from '../register-route.ts';
import { formatResults } from '../results-format.ts';
import { storedFileAnswer } from '../stored-file.ts';
import { offlineDocument } from './layout.ts';
import { readSeries } from './read-series.ts';
import { runPage } from './run-page.ts';
import { styleSheet } from './style.ts';

/** What lies beside the dashboard: signing in, and what people take home. */
export function registerPages(app: FastifyInstance, deps: ApiDeps): KnownPath[] {
  const page = (path: string, show: (visit: Visit) => Promise<FastifyReply>) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: async (request, reply) => show(await openVisit(request, reply, deps)),
    });
  };
  page('/', async ({ reply }) => reply.redirect('/app'));
  page('/app/runs', async ({ reply }) => reply.redirect('/app'));
  page('/app/runs/:runId/report.html', sendReport);
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
    '/app/runs',
    '/app/runs/:runId/report.html',
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
}

async function openVisit(request: FastifyRequest, reply: FastifyReply, deps: ApiDeps): Promise<Visit> {
  const { accounts } = deps;
  const token = tokenOfCookie(request.headers.cookie);
  const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
  const actor =
    (token === undefined ? undefined : await accounts.authenticate(token)) ??
    (await authenticate(accounts, request.headers, query));
  return { request, reply, deps, actor };
}

/** The report as one file that opens without a network, for people to keep and to send. */
async function sendReport(visit: Visit): Promise<FastifyReply> {
  const { view, isMember } = await findRun(visit);
  const { runs } = visit.deps;
  const now = new Date();
  const [report, reconciliation] = await Promise.all([runs.report(view), runs.reconciliation(view)]);
  const series = await readSeries(runs, view, report, now);
  const logs = isMember ? await runs.logs(view) : [];
  const body = runPage({ view, report, series, reconciliation, logs, isMember, now });
  return visit.reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', 'sandbox')
    .header('content-disposition', `attachment; filename="${view.run.id}.html"`)
    .send(offlineDocument(view.run.name ?? view.run.id, body));
}

/** The cookie is good for pages only, so what a page offers to save lies beside it. */
async function sendResults(visit: Visit): Promise<FastifyReply> {
  const { view } = await findOwnRun(visit);
  if (view.status === 'queued') throw notFound(`The run ${view.run.id} has not started yet.`);
  visit.reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${view.run.id}.csv"`);
  if (visit.request.method === 'HEAD') return visit.reply.send();
  const rows = visit.deps.runs.results(view, undefined);
  return visit.reply.send(Readable.from(formatResults(rows, view, 'v2', 'ours')));
}

async function sendFile(visit: Visit): Promise<FastifyReply> {
  const { view } = await findOwnRun(visit);
  const { fileId } = visit.request.params as { fileId: string };
  const file = await visit.deps.runs.openFile(view, fileId);
  const contentType = 'application/octet-stream';
  const answer = await storedFileAnswer(file, { range: undefined, contentType });
  if (!('open' in answer)) throw new Error('A file without a range is sent whole.');
  visit.reply.headers(answer.headers ?? {}).header('content-type', contentType);
  return visit.request.method === 'HEAD' ? visit.reply.send() : visit.reply.send(answer.open());
}

/** A person of the account sees all of it, everybody else a public run only. Says the same for a private run and for none. */
async function findRun({ request, deps, actor }: Visit): Promise<{ view: RunView; isMember: boolean }> {
  const { runId } = request.params as { runId: string };
  if (!isId(runId)) throw notFound('This is not the address of a run.');
  const own = actor && (await unlessMissing(deps.runs.get(actor, runId)));
  if (own) return { view: own, isMember: true };
  const open = await unlessMissing(deps.runs.getPublic(runId));
  if (open) return { view: open, isMember: false };
  throw actor ? notFound(`There is no run ${runId.slice(0, 100)}.`) : notAuthenticated();
}

/** What names files, nodes and addresses is for people of the account. */
async function findOwnRun(visit: Visit): Promise<{ view: RunView }> {
  const { view, isMember } = await findRun(visit);
  if (!isMember) throw notAuthenticated();
  return { view };
}

async function unlessMissing(view: Promise<RunView>): Promise<RunView | undefined> {
  return view.catch((error: unknown) => {
    if (error instanceof AppError && statusOfCode(error.code) === 404) return undefined;
    throw error;
  });
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
  throw new AppError('not_authenticated', 'That token is not valid.');
}
