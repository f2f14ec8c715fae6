import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../accounts/guesses.ts';
import { type Door, refusal } from '../domain/access.ts';
import type { Actor } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import { authenticate, notAuthenticated, refuseForeignPages } from './auth/authenticate.ts';
import { authenticatePage } from './auth/authenticate-page.ts';
import { clientAddress } from './client-address.ts';
import type { ApiDeps } from './deps.ts';
import { doorOf, look } from './doors.ts';
import { notFound, statusOfCode, toAppError } from './error-response.ts';
import { Exchange } from './exchange.ts';
import { addressesFor } from './hal/links.ts';
import { negotiate } from './negotiation.ts';
import type { Answer, Route } from './route.ts';
import { sendAnswer } from './send.ts';

/** A path and its allowed methods. */
export interface KnownPath {
  path: string;
  methods: string[];
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Requests with original names, and requests of the dashboard. */
export interface KnownRequests {
  originals: WeakSet<IncomingMessage>;
  fromPages: WeakSet<IncomingMessage>;
}

/** Registers one operation, with HEAD if possible. Changes and attempts are recorded in the audit log. */
export function registerRoute(
  scope: FastifyInstance,
  deps: ApiDeps,
  route: Route,
  { originals, fromPages }: KnownRequests,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request;
    const isHead = request.method === 'HEAD';
    const isChange = route.changesState && !isHead;
    const isWrite = isChange && route.isLook !== true;
    // Read now: the address is unknown after the client disconnects.
    const address = clientAddress(raw, deps.options.proxies);
    const visit: Visit = {
      isOriginal: originals.has(raw),
      isFromPage: fromPages.has(raw),
      isChange,
      address,
    };
    try {
      const exchange = await open(request, deps, route, visit);
      const result = await (isHead && route.head ? route.head(exchange) : route.handle(exchange));
      if (isWrite) await writeDown(deps, route, request, visit, result);
      return sendAnswer(reply, exchange, result);
    } catch (error) {
      if (isWrite) await writeDown(deps, route, request, visit, error);
      throw error;
    } finally {
      // Later errors use the same naming scheme.
      if (visit.exchange?.dialect === 'original') originals.add(request.raw);
    }
  };
  scope.route({ method: route.method, url: route.path, handler: answer });
  if (answersHead(route)) scope.route({ method: 'HEAD', url: route.path, handler: answer });
}

/** State of a request during its checks. */
interface Visit {
  readonly isOriginal: boolean;
  readonly isFromPage: boolean;
  readonly isChange: boolean;
  readonly address: string;
  actor?: Actor | undefined;
  exchange?: Exchange;
}

async function writeDown(
  deps: ApiDeps,
  route: Route,
  request: FastifyRequest,
  visit: Visit,
  result: Answer | unknown,
): Promise<void> {
  const note = visit.exchange?.note ?? {};
  const answer = isAnswer(result) ? result : undefined;
  const status = answer?.status ?? statusOfCode(toAppError(result, request.id).code);
  // Rate-limited requests are not recorded.
  if (status === 429) return;
  const params = request.params as Record<string, string>;
  const [id] = Object.values(params);
  await deps.audit.record({
    actor: note.actor ?? visit.actor,
    email: note.email,
    address: visit.address,
    action: `${route.method} ${route.path}`,
    target: note.target ?? id ?? idOfLocation(answer),
    runId: params.runId,
    status,
  });
}

function isAnswer(result: unknown): result is Answer {
  return !(result instanceof Error) && typeof result === 'object' && result !== null && 'status' in result;
}

/** Id of the created resource; undefined for lists. */
function idOfLocation(answer: Answer | undefined): string | undefined {
  return /^\/api\/[a-z]+\/([^/]+)$/.exec(answer?.headers?.location ?? '')?.[1];
}

function answersHead(route: Route): boolean {
  return route.head !== undefined || (route.method === 'GET' && !route.changesState);
}

/** Checks authentication, access, origin and API version. */
async function open(request: FastifyRequest, deps: ApiDeps, route: Route, visit: Visit): Promise<Exchange> {
  const { isOriginal, isFromPage, isChange, address } = visit;
  refuseNul(request);
  if (isChange) refuseForeignPages(request.headers, addressesFor(deps.options, request.headers).origin);
  const door = doorOf(route);
  const identify = async () =>
    (await authenticate(deps, request.raw)) ??
    (isFromPage ? await authenticatePage(deps, request.headers, isChange) : undefined);
  const admit = async () => {
    const found = door === 'open' ? undefined : await identify();
    // The audit log keeps the user even if access was revoked in the meantime.
    visit.actor = found ?? visit.actor;
    guard(found, door, route.changesState && !isChange);
    return found;
  };
  const actor = await admit();
  if (!actor && route.path !== '/healthz')
    refuseFrequent(await deps.throttles.anonymous.take(networkOf(address)));
  const negotiated = negotiate(request.headers.accept);
  const dialect = isOriginal ? 'original' : negotiated.dialect;
  const jsonType = negotiated.contentType;
  visit.exchange = new Exchange(request, deps, {
    dialect,
    jsonType,
    actor,
    isFromPage,
    address,
    identify,
    admit,
  });
  return visit.exchange;
}

/** For operation type 'run', the resource decides whether the run is public. */
function guard(actor: Actor | undefined, door: Door, isHeadOfChange: boolean): void {
  if (door === 'open' || (door === 'run' && !actor)) return;
  if (!actor) throw notAuthenticated();
  const sentence = refusal(actor, door === 'run' || isHeadOfChange ? look : door);
  if (sentence !== undefined) throw new AppError('not_allowed', sentence);
}

function refuseFrequent(waitS: number): void {
  if (waitS === 0) return;
  throw new AppError(
    'too_many',
    `Too many requests without a token from this address. Retry in ${waitS} s, or send a token.`,
    [],
    { retryAfterS: waitS },
  );
}

/** PostgreSQL cannot store NUL, so no id contains it. */
function refuseNul(request: FastifyRequest): void {
  const values = Object.values(request.params as Record<string, string>);
  if (values.some((value) => value.includes('\u0000')))
    throw notFound('An id cannot contain a NUL character.');
}

/** Other methods of a known path get 405 with the allowed methods. */
export function refuseOtherMethods(scope: FastifyInstance, known: readonly KnownPath[]): void {
  for (const [path, group] of Map.groupBy(known, (each) => each.path)) {
    // The root has a catch-all route: unknown paths there are 404, not 405.
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
          `Method ${request.method} is not allowed. Use one of: ${allowed}.`,
        );
      },
    });
  }
}

export function methodsOf(route: Route): KnownPath {
  return { path: route.path, methods: answersHead(route) ? [route.method, 'HEAD'] : [route.method] };
}
