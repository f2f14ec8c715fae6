import Type from 'typebox';
import type { Secrets } from '../../accounts/openid/openid.ts';
import { AppError } from '../../domain/errors.ts';
import { sessionCookie } from '../auth/session.ts';
import { errorBody, notFound, statusOfCode } from '../error-response.ts';
import type { Exchange } from '../exchange.ts';
import { html } from '../pages/html.ts';
import { layout, pageHeaders } from '../pages/layout.ts';
import { queryOf } from '../params/read-params.ts';
import type { Answer, Route } from '../route.ts';

const cookieName = 'spate_openid';
const path = '/session/openid';
const maxAgeS = 600;
const contentType = 'text/html; charset=utf-8';
const startSchema = Type.Object({
  // biome-ignore lint/suspicious/noThenProperty: the name of a query parameter
  then: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'Page to open afterwards, such as /app/grids' }),
  ),
});

/** Sign-in with OpenID Connect; both are opened by a browser. */
export const openIdRoutes: Route[] = [
  {
    method: 'GET',
    path,
    summary: 'Sign in with OpenID Connect: redirects to the provider',
    changesState: false,
    query: startSchema,
    success: { status: 302 },
    head: async () => ({ status: 204 }),
    handle: begin,
  },
  {
    method: 'GET',
    path: `${path}/callback`,
    summary: 'Redirect URI of the OpenID Connect provider',
    // Cross-site by design; the cookie proves that the sign-in was started in the same browser.
    changesState: false,
    success: { status: 303, contentType },
    head: async () => ({ status: 204 }),
    handle: finish,
  },
];

async function begin(exchange: Exchange): Promise<Answer> {
  const openId = openIdOf(exchange);
  const { then } = exchange.query(startSchema);
  try {
    const { url, secrets } = await openId.begin(callbackOf(exchange));
    const value = Buffer.from(JSON.stringify({ ...secrets, page: pageOf(then) })).toString('base64url');
    const cookie = `${cookieName}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; Secure; SameSite=Lax`;
    return { status: 302, headers: { location: url.href, 'set-cookie': cookie } };
  } catch (error) {
    return problemPage(exchange, unreachable(exchange, error));
  }
}

async function finish(exchange: Exchange): Promise<Answer> {
  const openId = openIdOf(exchange);
  const { audit } = exchange.deps;
  const record = (deed: { status: number; actor?: Parameters<typeof audit.record>[0]['actor'] }) =>
    audit.record({ ...deed, address: exchange.address, action: `GET ${path}/callback` });
  try {
    const begun = begunIn(exchange.request.headers.cookie);
    if (!begun)
      throw new AppError(
        'not_allowed',
        'The sign-in was started in another browser, or has expired. Start again.',
      );
    const arrival = new URL(callbackOf(exchange));
    arrival.search = queryOf(exchange.request.raw.url ?? '');
    const { actor, secret } = await openId.finish(arrival, begun, exchange.browser);
    await record({ actor, status: 303 });
    return { status: 303, headers: { location: begun.page, 'set-cookie': sessionCookie(secret) } };
  } catch (error) {
    const known = knownError(exchange, error);
    await record({ status: statusOfCode(known.code) });
    return problemPage(exchange, known);
  }
}

function openIdOf({ deps }: Exchange) {
  if (!deps.openId) throw notFound('No OpenID Connect provider is configured.');
  return deps.openId;
}

function callbackOf({ addresses }: Exchange): string {
  return `${addresses.origin}${path}/callback`;
}

/** Restricted to pages of this service (no open redirect). */
function pageOf(then: string | undefined): string {
  const origin = 'https://here';
  const address = URL.parse(then ?? '/app', origin);
  const isOurs = address?.origin === origin && /^\/app(\/|$)/.test(address.pathname);
  return isOurs ? address.pathname + address.search : '/app';
}

function begunIn(cookies: string | undefined): (Secrets & { page: string }) | undefined {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`).exec(cookies ?? '')?.[1];
  if (value === undefined) return undefined;
  try {
    const { state, nonce, verifier, page } = JSON.parse(Buffer.from(value, 'base64url').toString());
    const isWhole = [state, nonce, verifier].every((each) => typeof each === 'string' && each !== '');
    return isWhole ? { state, nonce, verifier, page: pageOf(String(page)) } : undefined;
  } catch {
    return undefined;
  }
}

function unreachable({ deps }: Exchange, error: unknown): AppError {
  deps.log.warn({ err: error }, 'openid.unreachable');
  return new AppError('starting', `${deps.openId?.name} is not reachable. Try again later.`);
}

function knownError(exchange: Exchange, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { error: reason, code } = error as { error?: unknown; code?: unknown };
  const isFetch = error instanceof TypeError && error.message === 'fetch failed';
  if (isFetch || code === 'OAUTH_TIMEOUT') return unreachable(exchange, error);
  exchange.deps.log.warn({ err: error }, 'openid.sign-in.failed');
  const why = typeof reason === 'string' ? ` (${reason})` : '';
  return new AppError('not_allowed', `The sign-in failed${why}. Start again.`);
}

function problemPage(exchange: Exchange, error: AppError): Answer {
  const { error: sentence } = errorBody(error, exchange.dialect);
  const body = html`<h1>You are not signed in</h1><p>${sentence}</p><p><a href="/app/sign-in">Sign in</a></p>`;
  const { 'content-type': _, ...headers } = pageHeaders;
  return {
    status: statusOfCode(error.code),
    headers,
    text: layout({ title: 'Not signed in', body }),
    contentType,
  };
}
