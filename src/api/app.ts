import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { AppError } from '../domain/errors.ts';
import { newId } from '../lib/id.ts';
import { normaliseAddress } from './address.ts';
import type { Dialect } from './aliases.ts';
import { answerBrokenRequest } from './broken-request.ts';
import type { ApiDeps } from './deps.ts';
import { notFound, toAppError } from './error-response.ts';
import { createManualRoutes } from './manual/routes.ts';
import { registerConsentPage } from './oauth/consent-page.ts';
import { registerDevicePage } from './oauth/device-page.ts';
import { registerOAuth } from './oauth/oauth-routes.ts';
import { registerPages } from './pages/pages.ts';
import { reportPageRoutes } from './pages/report-page.ts';
import { redirectOfPlain } from './plain-http.ts';
import { createReferenceRoutes } from './reference/routes.ts';
import { methodsOf, refuseOtherMethods, registerRoute } from './register-route.ts';
import { accountRoutes } from './resources/account.ts';
import { annotationRoutes } from './resources/annotations.ts';
import { applicationRoutes } from './resources/applications.ts';
import { archiveRoutes } from './resources/archives.ts';
import { auditRoutes } from './resources/audit.ts';
import { budgetRoutes } from './resources/budget.ts';
import { calendarRoutes } from './resources/calendar.ts';
import { compareRoutes } from './resources/compare.ts';
import { conversionRoutes } from './resources/conversion.ts';
import { credentialRoutes } from './resources/credentials.ts';
import { demoRoutes } from './resources/demo.ts';
import { gridRoutes } from './resources/grids.ts';
import { healthRoutes } from './resources/health.ts';
import { inspectionRoutes } from './resources/inspection.ts';
import { invitationRoutes } from './resources/invitations.ts';
import { testRoutes } from './resources/load-tests.ts';
import { metricExportRoutes } from './resources/metric-exports.ts';
import { metricsRoutes } from './resources/metrics.ts';
import { notificationRoutes } from './resources/notifications.ts';
import { openIdRoutes } from './resources/openid.ts';
import { runEventRoutes } from './resources/run-events.ts';
import { runFileRoutes } from './resources/run-files.ts';
import { runMetricsRoutes } from './resources/run-metrics.ts';
import { runResultRoutes } from './resources/run-results.ts';
import { runViewRoutes } from './resources/run-views.ts';
import { runRoutes } from './resources/runs.ts';
import { scheduleRoutes } from './resources/schedules.ts';
import { sessionRoutes } from './resources/session.ts';
import { sessionListRoutes } from './resources/sessions.ts';
import { signInLinkRoutes } from './resources/sign-in-links.ts';
import { targetMetricsRoutes } from './resources/target-metrics.ts';
import { tokenRoutes } from './resources/tokens.ts';
import { userRoutes } from './resources/users.ts';
import type { Route } from './route.ts';
import { sendError, setCommonHeaders } from './send.ts';
import { pagePaths } from './web/page-paths.ts';
import { registerWeb } from './web/register-web.ts';

/** All operations of the OpenAPI document. */
export const apiRoutes: readonly Route[] = [
  ...runRoutes,
  ...runResultRoutes,
  ...runMetricsRoutes,
  ...runViewRoutes,
  ...runEventRoutes,
  ...annotationRoutes,
  ...targetMetricsRoutes,
  ...metricExportRoutes,
  ...compareRoutes,
  ...testRoutes,
  ...scheduleRoutes,
  ...calendarRoutes,
  ...notificationRoutes,
  ...inspectionRoutes,
  ...runFileRoutes,
  ...conversionRoutes,
  ...demoRoutes,
  ...reportPageRoutes,
  ...sessionRoutes,
  ...gridRoutes,
  ...accountRoutes,
  ...budgetRoutes,
  ...userRoutes,
  ...invitationRoutes,
  ...sessionListRoutes,
  ...signInLinkRoutes,
  ...auditRoutes,
  ...tokenRoutes,
  ...applicationRoutes,
  ...openIdRoutes,
  ...credentialRoutes,
  ...healthRoutes,
  ...metricsRoutes,
  ...archiveRoutes,
];

/** In metrics, for requests that match no route. */
const unknownRoute = 'unknown';
/** Time for clients to stop sending after the response. */
const lingerMs = 30_000;

/** The public HTTP API, without a socket: see listen.ts. */
export function createApp(deps: ApiDeps): FastifyInstance {
  // Requests with original names in the URL: it is rewritten before the request object exists.
  const originals = new WeakSet<IncomingMessage>();
  const fromPages = new WeakSet<IncomingMessage>();
  const dialectOf = (request: FastifyRequest): Dialect => (originals.has(request.raw) ? 'original' : 'ours');

  const app = fastify({
    logger: false,
    genReqId: () => newId(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Some clients put all parameters into the query string.
    http: { maxHeaderSize: 64 * 1024 },
    routerOptions: { maxParamLength: 500 },
    rewriteUrl(raw) {
      const address = normaliseAddress(raw.url ?? '/');
      if (address.usesOriginalNames) originals.add(raw);
      if (address.isFromPage) fromPages.add(raw);
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
      deps.log.error({ err: thrown, method, route: routeOptions.url, requestId }, 'request.failed');
    }
    return sendError(request, reply, error, dialectOf(request));
  });
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    throw notFound(`Nothing found at ${path.slice(0, 200)}.`);
  });
  addHooks(app, deps);

  app.register(async (scope) => {
    readBodiesOurselves(scope);
    const pages = [
      ...registerPages(scope),
      ...registerOAuth(scope, deps),
      ...registerConsentPage(scope, deps),
      ...registerDevicePage(scope, deps),
      ...registerWeb(scope, deps, pagePaths),
    ];
    const known = { originals, fromPages };
    const routes = [...apiRoutes, ...createReferenceRoutes(apiRoutes), ...createManualRoutes()];
    for (const route of routes) registerRoute(scope, deps, route, known);
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
    setCommonHeaders(request, reply);
    // The next request on the connection would be for another service.
    if (deps.isDraining()) reply.header('connection', 'close');
    if (deps.options.isTlsTerminatedElsewhere) {
      const location = redirectOfPlain(request.headers, request.originalUrl, deps.options.publicUrl());
      if (location !== undefined) return redirectToHttps(reply, location);
    }
    if (!deps.isReady() && request.routeOptions.url !== '/healthz') {
      throw new AppError(
        'starting',
        'The service is starting or stopping, or its database does not respond. Try again later.',
        [],
        { retryAfterS: 5 },
      );
    }
  });
  app.addHook('onResponse', async ({ raw, method, routeOptions, id: requestId }, reply) => {
    const { statusCode: status, elapsedTime } = reply;
    deps.log.debug({ method, route: routeOptions.url, status, requestId }, 'answered');
    const route = routeOptions.url ?? unknownRoute;
    deps.requests.answered({ method, route, status, durationS: elapsedTime / 1000 });
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), lingerMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}

function redirectToHttps(reply: FastifyReply, location: string): FastifyReply {
  const error =
    'Requests must use HTTPS. A proxy that terminates TLS in front of this service must send X-Forwarded-Proto: https.';
  const body = JSON.stringify({ error, code: 'not_allowed', details: [] });
  return reply.code(308).header('location', location).header('content-type', 'application/json').send(body);
}

/** Disables body parsing by Fastify: params/read-params supports all body formats of clients. */
function readBodiesOurselves(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
