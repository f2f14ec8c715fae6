import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { AppError } from '../domain/errors.ts';
import { newId } from '../lib/id.ts';
import { normaliseAddress } from './address.ts';
import type { Dialect } from './aliases.ts';
import { authenticate, notAuthenticated, refuseForeignPages } from './auth/authenticate.ts';
import type { ApiDeps } from './deps.ts';
import { notFound, toAppError } from './error-response.ts';
import { Exchange } from './exchange.ts';
import { negotiate } from './negotiation.ts';
import { registerPages } from './pages/pages.ts';
import { queryOf } from './params/read-params.ts';
import { redirectOfPlain } from './plain-http.ts';
import { createReferenceRoutes } from './reference/routes.ts';
import { accountRoutes } from './resources/account.ts';
import { archiveRoutes } from './resources/archives.ts';
import { credentialRoutes } from './resources/credentials.ts';
import { gridRoutes } from './resources/grids.ts';
import { healthRoutes } from './resources/health.ts';
import { runResultRoutes } from './resources/run-results.ts';
import { runRoutes } from './resources/runs.ts';
import { tokenRoutes } from './resources/tokens.ts';
import { userRoutes } from './resources/users.ts';
import type { Route } from './route.ts';
import { sendAnswer, sendError } from './send.ts';

/** All operations that are described in the OpenAPI document. */
export const apiRoutes: readonly Route[] = [
  ...runRoutes,
  ...runResultRoutes,
  ...gridRoutes,
  ...accountRoutes,
  ...userRoutes,
  ...tokenRoutes,
  ...credentialRoutes,
  ...healthRoutes,
  ...archiveRoutes,
];

/** Clients that went on sending after their answer get this long to stop. */
const lingerMs = 30_000;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The public HTTP API, without a socket: see listen.ts. */
export function createApp(deps: ApiDeps): FastifyInstance {
  // Requests whose address uses the original's names; the address is rewritten before there is a request object.
  const originals = new WeakSet<IncomingMessage>();
  const dialectOf = (request: FastifyRequest): Dialect => (originals.has(request.raw) ? 'original' : 'ours');

  const app = fastify({
    logger: false,
    genReqId: () => newId(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    rewriteUrl(raw) {
      const address = normaliseAddress(raw.url ?? '/');
      if (address.usesOriginalNames) originals.add(raw);
      return address.url;
    },
    frameworkErrors: (error, request, reply) => {
      void sendError(request, reply as FastifyReply, toAppError(error, request.id), dialectOf(request));
    },
    clientErrorHandler: answerBrokenRequest,
  });

  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown, request.id);
    if (error.code === 'internal') {
      const { method, id: requestId, routeOptions } = request;
      deps.log.error({ err: thrown, method, route: routeOptions.url, requestId }, 'request failed');
    }
    return sendError(request, reply, error, dialectOf(request));
  });
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    throw notFound(`There is nothing at ${path.slice(0, 200)}.`);
  });
  addHooks(app, deps);

  app.register(async (scope) => {
    readBodiesOurselves(scope);
    const pages = registerPages(scope, deps);
    const routes = [...apiRoutes, ...createReferenceRoutes(apiRoutes)];
    for (const route of routes) register(scope, deps, route, originals);
    refuseOtherMethods(scope, [...pages, ...routes.map(methodsOf)]);
  });
  if (deps.registerAgents) {
    const registerAgents = deps.registerAgents;
    app.register(async (scope) => registerAgents(scope));
  }
  return app;
}

function addHooks(app: FastifyInstance, deps: ApiDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'no-store');
    if (deps.options.isTlsTerminatedElsewhere) {
      const location = redirectOfPlain(request.headers, request.originalUrl, deps.options.publicUrl());
      if (location !== undefined) return redirectToHttps(reply, location);
    }
    if (!deps.isReady() && request.routeOptions.url !== '/healthz') {
      throw new AppError('starting', 'The service is starting or stopping. Try again in a moment.');
    }
  });
  app.addHook('onResponse', async ({ raw, method, routeOptions, id: requestId }, reply) => {
    deps.log.debug({ method, route: routeOptions.url, status: reply.statusCode, requestId }, 'answered');
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => raw.socket.destroy(), lingerMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}

function redirectToHttps(reply: FastifyReply, location: string): FastifyReply {
  const error =
    'Requests must use HTTPS. A proxy that ends TLS in front of this service must send X-Forwarded-Proto: https.';
  const body = JSON.stringify({ error, code: 'not_allowed', details: [] });
  return reply.code(308).header('location', location).header('content-type', 'application/json').send(body);
}

/** Bodies are read by params/read-params, which knows all the ways in which clients write them. */
function readBodiesOurselves(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

function register(
  scope: FastifyInstance,
  deps: ApiDeps,
  route: Route,
  originals: WeakSet<IncomingMessage>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const exchange = await open(request, deps, route, originals.has(request.raw));
    try {
      const isHead = request.method === 'HEAD';
      const result = await (isHead && route.head ? route.head(exchange) : route.handle(exchange));
      return sendAnswer(reply, exchange, result);
    } finally {
      // An error that follows is answered in kind too.
      if (exchange.dialect === 'original') originals.add(request.raw);
    }
  };
  scope.route({ method: route.method, url: route.path, handler: answer });
  if (answersHead(route)) scope.route({ method: 'HEAD', url: route.path, handler: answer });
}

function answersHead(route: Route): boolean {
  return route.head !== undefined || (route.method === 'GET' && !route.changesState);
}

/** Guards first: who asks, from where, in which version. */
async function open(
  request: FastifyRequest,
  deps: ApiDeps,
  route: Route,
  isOriginal: boolean,
): Promise<Exchange> {
  const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
  refuseNul(request);
  if (route.changesState && request.method !== 'HEAD') refuseForeignPages(request.headers);
  const actor =
    route.access === 'token' ? await authenticate(deps.accounts, request.headers, query) : undefined;
  if (route.access === 'token' && !actor) throw notAuthenticated();
  if (actor?.role === 'viewer' && route.changesState && !route.isForViewers && request.method !== 'HEAD') {
    throw new AppError('not_allowed', 'A viewer may look at everything but change nothing.');
  }
  const negotiated = negotiate(request.headers.accept);
  const dialect = isOriginal ? 'original' : negotiated.dialect;
  return new Exchange(request, deps, { dialect, jsonType: negotiated.contentType, actor });
}

/** No id has this character, and the database cannot even look for it. */
function refuseNul(request: FastifyRequest): void {
  const values = Object.values(request.params as Record<string, string>);
  if (values.some((value) => value.includes('\u0000'))) throw notFound('No id has a NUL character.');
}

/** Whatever else is tried at a known address is told what it could do there. */
function refuseOtherMethods(
  scope: FastifyInstance,
  known: readonly { path: string; methods: string[] }[],
): void {
  for (const [path, group] of Map.groupBy(known, (each) => each.path)) {
    // Anything at all may stand at the root of the site, so most of it is not there rather than not possible.
    if (path === '/:name') continue;
    const taken = group.flatMap((each) => each.methods);
    const allowed = [...new Set([...taken, 'OPTIONS'])].join(', ');
    scope.route({
      method: methods.filter((method) => !taken.includes(method)),
      url: path,
      handler: async (request, reply) => {
        reply.header('allow', allowed);
        if (request.method === 'OPTIONS') return reply.code(204).send();
        throw new AppError(
          'method_not_allowed',
          `${request.method} is not possible here; these are: ${allowed}.`,
        );
      },
    });
  }
}

function methodsOf(route: Route): { path: string; methods: string[] } {
  return { path: route.path, methods: answersHead(route) ? [route.method, 'HEAD'] : [route.method] };
}

/** What is not HTTP never becomes a request, but still gets an answer that a program can read. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = isLate ? '408 Request Timeout' : '400 Bad Request';
  const sentence = isLate ? 'The request did not arrive in time.' : 'The request could not be read as HTTP.';
  const body = JSON.stringify({ error: sentence, code: 'malformed', details: [] });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
