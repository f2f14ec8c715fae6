import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { statusOfCode, toAppError } from '../error-response.ts';
import { html } from '../pages/html.ts';
import { sendPage } from './page-person.ts';

type Handler = (deps: ApiDeps, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Renders errors as a page, for URLs opened in a browser. */
export function inWords(deps: ApiDeps, handle: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      return await handle(deps, request, reply);
    } catch (thrown) {
      const error = toAppError(thrown, request.id);
      if (error.code === 'internal') {
        const { method, id: requestId, routeOptions } = request;
        deps.log.error({ err: thrown, method, route: routeOptions.url, requestId }, 'request.failed');
      }
      if (reply.sent) return reply;
      const body = html`<h1>Request failed</h1>
<p role="alert">${error.message}</p>
<p><a href="/app">Go to the runs</a></p>`;
      return sendPage(reply, { title: 'Request failed', body }, statusOfCode(error.code));
    }
  };
}
