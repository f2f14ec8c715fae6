import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../accounts/guesses.ts';
import { passwordClientId } from '../../accounts/oauth/clients.ts';
import type { OAuth } from '../../accounts/oauth/oauth.ts';
import type { Outcome } from '../../accounts/oauth/outcome.ts';
import { createThrottle } from '../../accounts/throttle.ts';
import { AppError } from '../../domain/errors.ts';
import { systemClock } from '../../lib/clock.ts';
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

/** Strangers may ask these, and each question is remembered for a while. */
const remembered = ['/oauth/authorize', '/oauth/device'];
const questionsFromAddress = { burst: 100, everyMs: 1_000 };

/** The addresses that the OAuth server itself answers. */
export function registerOAuth(scope: FastifyInstance, deps: ApiDeps): KnownPath[] {
  const questions = createThrottle(systemClock, questionsFromAddress);
  for (const { path, methods } of known) {
    scope.route({
      method: methods,
      url: path,
      handler: async (request, reply) => {
        const waitS = remembered.includes(path) ? questions.take(networkOf(addressOf(deps, request))) : 0;
        return waitS > 0 ? refuse(reply, waitS) : answer(request, reply, deps);
      },
    });
  }
  return [...known];
}

async function answer(request: FastifyRequest, reply: FastifyReply, deps: ApiDeps): Promise<FastifyReply> {
  const { oauth, options } = deps;
  // Nobody knows it any more once they have hung up.
  const address = addressOf(deps, request);
  let asked: IncomingMessage;
  try {
    asked = await prepare(request, oauth);
  } catch (thrown) {
    const { code, message } = toAppError(thrown, request.id);
    if (code === 'internal') deps.log.error({ err: thrown, requestId: request.id }, 'request failed');
    const error = { error: errorOf(thrown), error_description: message };
    return reply.code(statusOfCode(code)).send(error);
  }
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.setHeader('referrer-policy', 'no-referrer');
  const outcome = await oauth.answer(addressesFor(options, request.headers).origin, asked, raw);
  await writeDown(deps, request, address, outcome, raw.statusCode);
  return reply;
}

class PasswordGrantOff extends AppError {
  constructor() {
    super(
      'malformed',
      'This service gives no tokens for a name and a password. Its operator can allow it with SPATE_OAUTH_PASSWORD_GRANT=on; other programs use the device flow or an API token.',
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
    error_description: `Too many questions. Wait ${waitS} s.`,
  };
  return reply.code(429).header('retry-after', String(waitS)).send(body);
}

function addressOf({ options }: ApiDeps, { raw }: FastifyRequest): string {
  return clientAddress(raw, options.proxies);
}

/** Old clients send forms as multipart, do not say what they are, or ask for nothing in particular. */
async function prepare({ raw }: FastifyRequest, oauth: OAuth): Promise<IncomingMessage> {
  const [path = '', query = ''] = (raw.url ?? '').split('?', 2);
  refuseNul(new URLSearchParams(query));
  if (path === '/oauth/authorize') {
    const search = new URLSearchParams(query);
    await fillScope(search, search.get('client_id'), oauth);
    // Only the address differs; the OAuth server knows nothing of the one before it was brought to one form.
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

/** What is asked is kept for a while, and the database can keep any character but this one. */
function refuseNul(fields: URLSearchParams): void {
  if ([...fields].flat().some((text) => text.includes('\u0000')))
    throw new AppError('malformed', 'There is a NUL character in the request. Send it without.');
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

/** What was given and taken back; that a program renews its token, or waits for one, is no news. */
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
    // Somebody who was refused is nobody who is known.
    actor: status < 400 ? actor : undefined,
    email,
    address,
    action: `POST ${path}`,
    target: applicationId,
    status,
  });
}
