import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError } from '../../domain/errors.ts';
import type { GridContext } from '../../grids/grid-context.ts';
import { admit, checkJoinToken } from '../../grids/join.ts';
import { isRelease, packageFile } from '../../lib/package-files.ts';
import { joinScript } from '../../nodes/bundle/join-script.ts';
import type { NodeBundles } from '../../nodes/bundle/node-bundles.ts';
import {
  directDownload,
  directUpload,
  type NodeFilesContext,
  openFileForNode,
  takeArchive,
  takeUploadedArchive,
} from '../../nodes/node-files.ts';
import type { NodeLinks } from '../../nodes/node-links.ts';
import { authenticateNode } from '../../nodes/registry.ts';
import { agentRoutes, parseNodeAuthorization, sha256Header } from '../../protocol/agent-routes.ts';
import { versionHeader } from '../../protocol/node-bundle.ts';
import { parseArchiveFacts, parseJoinRequest } from '../../protocol/parse-message.ts';
import { ArchiveUploads } from './archive-uploads.ts';

export interface AgentRoutesDeps {
  grids: GridContext;
  files: NodeFilesContext;
  links: NodeLinks;
  /** The local CA, which nodes verify by its fingerprint; undefined with an external certificate. */
  caPem: string | undefined;
  version: string;
  bundles: NodeBundles;
}

const maxMessageBytes = 32 << 20;
/** Body limit of small requests, such as the unauthenticated join request. */
const smallLimitBytes = 64 * 1024;

/** Routes of node agents: join, files, archives and the WebSocket. They accept node tokens only. */
export function registerAgentRoutes(app: FastifyInstance, deps: AgentRoutesDeps): void {
  app.get(agentRoutes.ca, async (_request, reply) => {
    if (!deps.caPem)
      throw new AppError(
        'not_found',
        'This service has no local CA; its certificate is trusted by the system.',
      );
    return reply.type('application/x-pem-file').send(deps.caPem);
  });

  app.get(agentRoutes.script, async (_request, reply) => {
    const { url } = deps.grids.address('anywhere');
    const unit = await readFile(packageFile('examples/systemd/spate-node.service'), 'utf8');
    const script = joinScript({ url, caPem: deps.caPem ?? null, version: deps.version, unit, isRelease });
    return reply.type('text/x-shellscript; charset=utf-8').send(script);
  });

  app.get<{ Params: { platform: string } }>(`${agentRoutes.bundles}/:platform`, async (request, reply) => {
    const { authorization } = request.headers;
    if (!(await findNode(deps, authorization))) await checkJoinToken(deps.grids, bearerOf(authorization));
    const bundle = await deps.bundles.open(request.params.platform.replace(/^linux-/, ''));
    return reply
      .type('application/gzip')
      .header('content-length', bundle.sizeBytes)
      .send(createReadStream(bundle.path));
  });

  app.post(agentRoutes.join, { bodyLimit: smallLimitBytes }, async (request) =>
    admit(deps.grids, parseJoinRequest(request.body)),
  );

  app.get<{ Params: { executionId: string; fileId: string } }>(agentRoutes.file, async (request, reply) => {
    const node = await nodeOf(deps, request.headers.authorization);
    const file = await openFileForNode(
      deps.files,
      node.id,
      request.params.executionId,
      request.params.fileId,
    );
    return reply
      .type('application/octet-stream')
      .header('content-length', file.sizeBytes)
      .send(await file.open());
  });

  app.get<{ Params: { executionId: string; fileId: string } }>(
    agentRoutes.fileAddress,
    async (request, reply) => {
      const node = await nodeOf(deps, request.headers.authorization);
      const { executionId, fileId } = request.params;
      const download = await directDownload(deps.files, node.id, executionId, fileId);
      return download ?? reply.code(204).send();
    },
  );

  // The node is known before its body is read.
  const senders = new WeakMap<FastifyRequest, string>();
  const options = {
    bodyLimit: smallLimitBytes,
    onRequest: async (request: FastifyRequest) => {
      senders.set(request, (await nodeOf(deps, request.headers.authorization)).id);
    },
  };
  for (const [path, take] of [
    [agentRoutes.archiveAddress, directUpload],
    [agentRoutes.archiveStored, takeUploadedArchive],
  ] as const)
    app.post<{ Params: { executionId: string } }>(path, options, async (request, reply) => {
      const archive = parseArchiveFacts(request.body);
      const nodeId = senders.get(request) ?? '';
      const answer = await take(deps.files, nodeId, request.params.executionId, archive);
      return answer ?? reply.code(204).send();
    });

  app.register(async (scope) => {
    // Archives of any size are streamed to disk.
    scope.removeAllContentTypeParsers();
    const uploads = new ArchiveUploads();
    scope.addContentTypeParser('application/gzip', (_request, payload, done) => done(null, payload));
    scope.put<{ Params: { executionId: string } }>(agentRoutes.archive, async (request, reply) => {
      const node = await nodeOf(deps, request.headers.authorization);
      const { executionId } = request.params;
      await uploads.only(executionId, request.body as Readable, (body) =>
        takeArchive(deps.files, node.id, { executionId, sha256: headerOf(request, sha256Header), body }),
      );
      return reply.code(204).send();
    });
  });

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  sockets.on('headers', (headers) => headers.push(`${versionHeader}: ${deps.version}`));
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    connect(deps, sockets, request, socket, head).catch(() => refuse(socket, 503, 'Service Unavailable'));
  });
  app.addHook('onClose', async () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
  });
}

async function connect(
  deps: AgentRoutesDeps,
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
) {
  if (request.url?.split('?')[0] !== agentRoutes.connect) return refuse(socket, 404, 'Not Found');
  const node = await findNode(deps, request.headers.authorization);
  if (!node) return refuse(socket, 401, 'Unauthorized');
  const accept = await deps.links.open(node);
  sockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => accept(webSocket));
}

function refuse(socket: Duplex, status: number, reason: string): void {
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

async function nodeOf(deps: AgentRoutesDeps, authorization: string | undefined) {
  const node = await findNode(deps, authorization);
  if (!node) throw new AppError('not_authenticated', 'Not Authenticated');
  return node;
}

async function findNode(deps: AgentRoutesDeps, authorization: string | undefined) {
  const claim = parseNodeAuthorization(authorization);
  return claim && authenticateNode(deps.grids.database, claim.nodeId, claim.credential);
}

function bearerOf(authorization: string | undefined): string {
  const token = /^Bearer ([!-~]+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('not_authenticated', 'Not Authenticated');
  return token;
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  if (typeof value !== 'string') throw new AppError('malformed', `The header ${name} is missing.`);
  return value;
}
