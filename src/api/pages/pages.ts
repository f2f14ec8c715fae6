import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../lib/id.ts';
import { notFound } from '../error-response.ts';
import type { KnownPath } from '../register-route.ts';
import { styleSheet } from './style.ts';

/** Redirects to the dashboard, and the style sheet of server-rendered pages. */
export function registerPages(app: FastifyInstance): KnownPath[] {
  const methods = ['GET', 'HEAD'];
  const toRuns = ['/', '/app/runs'];
  for (const url of toRuns) {
    app.route({ method: methods, url, handler: async (_request, reply) => reply.redirect('/app') });
  }
  app.route({
    method: methods,
    url: '/app/style.css',
    handler: async (_request, reply) =>
      reply
        .header('content-type', 'text/css; charset=utf-8')
        .header('cache-control', 'max-age=300')
        .send(styleSheet),
  });
  for (const url of originalRunPages) {
    app.route({ method: methods, url, handler: redirectToRun });
  }
  return [...toRuns, '/app/style.css', ...originalRunPages].map((path) => ({ path, methods }));
}

/** Run URLs of the original service, found in old mails and build logs. */
const originalRunPages = ['/:runId/result.csv', '/p/:projectId/f/:runId', '/p/:projectId/f/:runId/*'];

async function redirectToRun(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { runId } = request.params as { runId: string };
  if (!isId(runId)) throw notFound(`Run not found: ${runId.slice(0, 200)}.`);
  return reply.redirect(`/app/runs/${runId}`);
}
