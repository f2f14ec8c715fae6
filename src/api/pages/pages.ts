import type { FastifyInstance } from 'fastify';
import type { KnownPath } from '../register-route.ts';
import { styleSheet } from './style.ts';

/** What lies beside the dashboard: ways to it, and the style sheet of the pages without scripts. */
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
  return [...toRuns, '/app/style.css'].map((path) => ({ path, methods }));
}
