import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { notFound } from '../error-response.ts';
import type { KnownPath } from '../register-route.ts';
import { chooseEncoding } from './encoding.ts';
import { pageStatus } from './page-status.ts';
import { themeOfCookie } from './theme.ts';
import type { WebFile } from './web-files.ts';

/** Content security policy: only own scripts, styles and requests, nothing inline. */
const shellHeaders: Record<string, string> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Built file names contain a content hash. */
const forever = 'public, max-age=31536000, immutable';

/** Serves the dashboard: index.html for all page paths, and its files. */
export function registerWeb(app: FastifyInstance, deps: ApiDeps, pages: readonly string[]): KnownPath[] {
  const files = deps.web;
  const shell = files.get('index.html');
  if (shell === undefined) throw new Error('The built dashboard has no index.html.');
  for (const url of pages) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) =>
        sendShell(request, reply.code(await pageStatus(deps, request)), shell),
    });
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/app/assets/:name',
    handler: async (request, reply) => {
      const { name } = request.params as { name: string };
      const file = files.get(`assets/${name}`);
      if (file === undefined)
        throw notFound('File not found. The dashboard may have been updated: reload the page.');
      return sendFile(request, reply.header('cache-control', forever), file);
    },
  });
  // Unknown page paths get the dashboard, which shows an error page with navigation.
  app.route({
    method: ['GET', 'HEAD'],
    url: '/app/*',
    handler: async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '';
      if (/^\/app\/(api|assets)(\/|$)/.test(path)) throw notFound(`Nothing found at ${path.slice(0, 200)}.`);
      return sendShell(request, reply.code(404), shell);
    },
  });
  return [...pages, '/app/assets/:name'].map((path) => ({ path, methods: ['GET', 'HEAD'] }));
}

/** The same document for all users; access is checked by the API calls of the page. */
function sendShell(request: FastifyRequest, reply: FastifyReply, shell: WebFile): FastifyReply {
  reply.headers(shellHeaders);
  const theme = themeOfCookie(request.headers.cookie);
  if (theme === undefined) return sendFile(request, reply, shell);
  const plain = Buffer.from(
    shell.plain.toString('utf8').replace('<html lang="en">', `<html lang="en" data-theme="${theme}">`),
  );
  return sendFile(request, reply, { contentType: shell.contentType, plain });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const { body, encoding } = chooseEncoding(file, request.headers['accept-encoding']);
  reply.header('content-type', file.contentType).header('vary', 'accept-encoding');
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  reply.header('content-length', body.length);
  return request.method === 'HEAD' ? reply.send() : reply.send(body);
}
