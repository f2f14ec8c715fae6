import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../domain/errors.ts';
import { answerInDialect, type Dialect } from './aliases.ts';
import { challengeFor } from './auth/authenticate.ts';
import { errorBody, statusOfCode } from './error-response.ts';
import type { Exchange } from './exchange.ts';
import type { Answer } from './route.ts';

/** Sends the response of a resource; HEAD does not open streams. */
export async function sendAnswer(
  reply: FastifyReply,
  exchange: Exchange,
  answer: Answer,
): Promise<FastifyReply> {
  const origin = exchange.addresses.origin;
  reply.code(answer.status);
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    const isLink = name === 'location';
    reply.header(name, isLink ? rewriteLink(value, exchange.dialect, origin) : value);
  }
  if ('json' in answer) {
    const body = answerInDialect(answer.json, exchange.dialect, origin);
    // As bytes: Fastify would add a charset to the content type of text.
    return reply.header('content-type', exchange.jsonType).send(Buffer.from(JSON.stringify(body)));
  }
  if ('text' in answer) return reply.header('content-type', answer.contentType).send(answer.text);
  if ('open' in answer) {
    reply.header('content-type', answer.contentType);
    return exchange.request.method === 'HEAD' ? reply.send() : reply.send(await answer.open());
  }
  return reply.send();
}

/** Headers of every response; called separately for framework errors, which skip the hooks. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cache-control', 'no-store');
}

export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
  dialect: Dialect,
): FastifyReply {
  const status = statusOfCode(error.code);
  setCommonHeaders(request, reply);
  const challenge = status === 401 ? challengeFor(request.headers) : undefined;
  if (challenge !== undefined) reply.header('www-authenticate', challenge);
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '2');
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error, dialect)));
}

function rewriteLink(href: string, dialect: Dialect, origin: string): string {
  return (answerInDialect({ href }, dialect, origin) as { href: string }).href;
}
