import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../accounts/guesses.ts';
import { passwordClientId } from '../../accounts/oauth/clients.ts';
import type { OAuth } from '../../accounts/oauth/oauth.ts';
import type { Outcome } from '../../accounts/oauth/outcome.ts';
import { AppError } from '../../domain/errors.ts';
import { clientAddress } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { statusOfCode, toAppError } from '../error-response.ts';
import { addressesFor } from '../hal/links.ts';
import type { KnownPath } from '../register-route.ts';
import { readOAuthForm, withForm } from './oauth-body.ts';

const lookups = [
  '/oauth/jwks',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
];
const forms = ['/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/device'];
const known: readonly KnownPath[] = [
  ...lookups.map((path) => ({ path, methods: ['GET', 'OPTIONS'] })),
  ...forms.map((path) => ({ path, methods: ['POST', 'OPTIONS'] })),
  { path: '/oauth/userinfo', methods: ['GET', 'POST', 'OPTIONS'] },
  { path: '/oauth/authorize', methods: ['GET'] },
  { path: '/oauth/authorize/:uid', methods: ['GET'] },
];

/** Unauthenticated operations that store state; rate-limited. */
const remembered = ['/oauth/authorize', '/oauth/device'];

/** Routes handled by the OAuth library. */
export function registerOAuth(scope: FastifyInstance, deps: ApiDeps): KnownPath[] {
  for (const { path, methods } of known) {
    scope.route({
      method: methods,
      url: path,
      handler: async (request, reply) => {
        // Read now: the address is unknown after the client disconnects.
        const address = addressOf(deps, request);
        const waitS = remembered.includes(path) ? await deps.throttles.oauth.take(networkOf(address)) : 0;
        return waitS > 0 ? refuse(reply, waitS) : answer(request, reply, deps, address);
      },
    });
  }
  return [...known];
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ApiDeps,
  address: string,
): Promise<FastifyReply> {
  const { oauth, options } = deps;
  let prepared: IncomingMessage;
  try {
    prepared = await prepare(request, oauth);
  } catch (thrown) {
    const { code, message } = toAppError(thrown, request.id);
    if (code === 'internal') deps.log.error({ err: thrown, requestId: request.id }, 'request.failed');
    const error = { error: errorOf(thrown), error_description: message };
    return reply.code(statusOfCode(code)).send(error);
  }
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.setHeader('referrer-policy', 'no-referrer');
  const outcome = await oauth.answer(addressesFor(options, request.headers).origin, prepared, raw);
  await writeDown(deps, request, address, outcome, raw.statusCode);
  return reply;
}

class PasswordGrantOff extends AppError {
  constructor() {
    super(
      'malformed',
      'The password grant is disabled. The operator can enable it with SPATE_OAUTH_PASSWORD_GRANT=on. Use the device flow or an API token instead.',
    );
  }
}

/** The error code of RFC 6749. */
function errorOf(thrown: unknown): string {
  return thrown instanceof PasswordGrantOff ? 'unsupported_grant_type' : 'invalid_request';
}

function refuse(reply: FastifyReply, waitS: number): FastifyReply {
  const body = {
    error: 'temporarily_unavailable',
    error_description: `Too many requests. Try again in ${waitS} s.`,
  };
  return reply.code(429).header('retry-after', String(waitS)).send(body);
}

function addressOf({ options }: ApiDeps, { raw }: FastifyRequest): string {
  return clientAddress(raw, options.proxies);
}

/** Compatibility with old clients: multipart forms, missing client id or scope. */
async function prepare({ raw }: FastifyRequest, oauth: OAuth): Promise<IncomingMessage> {
  const [path = '', query = ''] = (raw.url ?? '').split('?', 2);
  refuseNul(new URLSearchParams(query));
  if (path === '/oauth/authorize') {
    const search = new URLSearchParams(query);
    await fillScope(search, search.get('client_id'), oauth);
    // The library must see the normalized URL.
    raw.url = `${path}?${search}`;
  }
  if (raw.method !== 'POST') return raw;
  const form = await readOAuthForm(raw);
  refuseNul(form);
  const grantType = form.get('grant_type');
  if (path === '/oauth/token' && grantType === 'password' && !oauth.allowsPasswords)
    throw new PasswordGrantOff();
  const saysWho = raw.headers.authorization !== undefined || form.has('client_id');
  if (oauth.allowsPasswords && !saysWho && (grantType === 'password' || grantType === 'refresh_token'))
    form.set('client_id', passwordClientId);
  if (path === '/oauth/device' || grantType === 'client_credentials')
    await fillScope(form, form.get('client_id') ?? clientOfHeader(raw.headers.authorization), oauth);
  return withForm(raw, form);
}

/** Requests are stored, and PostgreSQL cannot store NUL. */
function refuseNul(fields: URLSearchParams): void {
  if ([...fields].flat().some((text) => text.includes('\u0000')))
    throw new AppError('malformed', 'The request contains a NUL character.');
}

async function fillScope(form: URLSearchParams, clientId: string | null, oauth: OAuth): Promise<void> {
  if (clientId === null || form.get('scope')) return;
  const scope = await oauth.defaultScope(clientId);
  if (scope !== undefined) form.set('scope', scope);
}

function clientOfHeader(authorization: string | undefined): string | null {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic') return null;
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? null;
}

/** Audits issued and revoked tokens; renewals and polling are not recorded. */
async function writeDown(
  deps: ApiDeps,
  request: FastifyRequest,
  address: string,
  outcome: Outcome,
  status: number,
): Promise<void> {
  const { raw } = request;
  const path = (raw.url ?? '').split('?', 1)[0] ?? '';
  const isToken = path === '/oauth/token' && raw.method === 'POST';
  const isRevocation = path === '/oauth/revoke' && raw.method === 'POST';
  if (!isToken && !isRevocation) return;
  const { grantType, error, applicationId, email } = outcome;
  if (status === 429 || error === 'authorization_pending') return;
  if (isToken && status < 400 && grantType === 'refresh_token') return;
  const actor = await deps.oauth.actorOf(outcome);
  await deps.audit.record({
    // A rejected client has no user.
    actor: status < 400 ? actor : undefined,
    email,
    address,
    action: `POST ${path}`,
    target: applicationId,
    status,
  });
}
