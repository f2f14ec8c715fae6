import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { NodeVitals } from '../../domain/node.ts';
import { newId } from '../../lib/id.ts';
import { agentRoutes, parseNodeAuthorization } from '../../protocol/agent-routes.ts';
import { decodeFrameMessage } from '../../protocol/frame-message.ts';
import { encodeJoinToken } from '../../protocol/join-token.ts';
import type { DesiredExecution, ExecutionStatus, ServiceMessage } from '../../protocol/messages.ts';
import { type JoinRequest, parseAgentMessage, parseJoinRequest } from '../../protocol/parse-message.ts';
import { makeCertificates, type TestCertificates } from './certificates.ts';

interface StoredFrame {
  second: number;
  payload: Buffer;
}

/** Minimal service for agent tests: implements the protocol and stores frames by execution and sequence number. */
export class TestService {
  readonly gridId = newId();
  readonly secret = randomBytes(16).toString('hex');
  readonly frames = new Map<string, Map<number, StoredFrame>>();
  readonly statuses = new Map<string, ExecutionStatus>();
  readonly states = new Map<string, string[]>();
  readonly archives = new Map<string, Buffer>();
  /** When set, larger archives are rejected with 507. */
  archiveRoomBytes = Number.POSITIVE_INFINITY;
  readonly logs = new Map<string, string[]>();
  readonly files = new Map<string, Buffer>();
  readonly desired = new Map<string, DesiredExecution>();
  readonly joins: JoinRequest[] = [];
  readonly nodes = new Map<string, string>();
  readonly hellos: ExecutionStatus[][] = [];
  readonly fileRequests: { path: string; range: string | undefined }[] = [];
  vitals: NodeVitals[] = [];
  endsAtMs: number | null = null;
  /** Service time minus this machine's. */
  skewMs = 0;
  /** Frames received more than once. */
  duplicates = 0;
  /** Called for each frame; false drops it, as a failing database would. */
  takesFrame: (executionId: string, seq: number) => boolean = () => true;
  /** Intercepts HTTP requests; true when the request was handled. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  refuseConnections: number | undefined;
  isSilent = false;
  readonly certificates: TestCertificates | undefined;
  #server: ReturnType<typeof createServer> | undefined;
  #port = 0;
  readonly #sockets = new Set<Duplex>();
  readonly #agents = new Set<WebSocket>();

  private constructor(certificates: TestCertificates | undefined) {
    this.certificates = certificates;
  }

  static async start(options: { isTls?: boolean; hosts?: readonly string[] } = {}) {
    const hosts = options.hosts ?? ['localhost', '127.0.0.1'];
    const service = new TestService(options.isTls === false ? undefined : await makeCertificates(hosts));
    await service.listen();
    return service;
  }

  get url(): string {
    return `${this.certificates ? 'https' : 'http'}://127.0.0.1:${this.#port}`;
  }

  get joinToken(): string {
    const { url, gridId, secret } = this;
    return encodeJoinToken({ url, gridId, secret, caFingerprint: this.certificates?.caFingerprint ?? null });
  }

  get isConnected(): boolean {
    return this.#agents.size > 0;
  }

  /** Listens; after a `close`, on the same port again. */
  async listen(): Promise<void> {
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch((error) => {
        response
          .writeHead(error?.code === 'malformed' ? 422 : 500)
          .end(JSON.stringify({ error: String(error) }));
      });
    };
    const server = this.certificates
      ? createTlsServer({ cert: this.certificates.certificate, key: this.certificates.key }, handle)
      : createServer(handle);
    const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.on('upgrade', (request, socket, head) => {
      const refusal = this.#refusalOf(request);
      if (refusal) {
        socket.end(`HTTP/1.1 ${refusal} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      webSockets.handleUpgrade(request, socket, head, (webSocket) => this.#welcome(webSocket));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Stops abruptly, as if killed, without closing handshakes. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    this.cut();
    await closed;
  }

  /** Terminates all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  want(executionId: string, want: DesiredExecution['want'], startAtMs: number | null = null): void {
    const known = this.desired.get(executionId);
    if (!known) throw new Error(`no execution ${executionId}`);
    this.desired.set(executionId, { ...known, want, startAtMs: startAtMs ?? known.startAtMs });
    this.sendDesired();
  }

  sendDesired(): void {
    this.send({ type: 'desired', executions: [...this.desired.values()] });
  }

  send(message: ServiceMessage): void {
    for (const agent of this.#agents) agent.send(JSON.stringify(message));
  }

  nowMs(): number {
    return Date.now() + this.skewMs;
  }

  contiguousSeq(executionId: string): number {
    const stored = this.frames.get(executionId);
    let seq = 0;
    while (stored?.has(seq + 1)) seq++;
    return seq;
  }

  addFile(name: string, content: Buffer | string) {
    const id = newId();
    const bytes = Buffer.from(content);
    this.files.set(id, bytes);
    return { id, name, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }

  #refusalOf(request: IncomingMessage): number | undefined {
    if (this.refuseConnections !== undefined) return this.refuseConnections;
    if (request.url !== agentRoutes.connect) return 404;
    return this.#isNode(request) ? undefined : 401;
  }

  #isNode(request: IncomingMessage): boolean {
    const node = parseNodeAuthorization(request.headers.authorization);
    return node !== undefined && this.nodes.get(node.nodeId) === node.credential;
  }

  #welcome(agent: WebSocket): void {
    this.#agents.add(agent);
    if (this.isSilent) agent.pause();
    agent.on('close', () => this.#agents.delete(agent));
    agent.on('error', () => {});
    agent.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.#store(agent, data);
      else this.#receive(agent, data.toString());
    });
  }

  #receive(agent: WebSocket, text: string): void {
    const message = parseAgentMessage(text);
    const say = (answer: ServiceMessage) => agent.send(JSON.stringify(answer));
    switch (message.type) {
      case 'hello':
        this.hellos.push(message.executions);
        for (const execution of message.executions) this.#note(execution);
        say({ type: 'welcome', nodeId: 'unimportant', endsAtMs: this.endsAtMs });
        for (const { executionId } of message.executions) {
          say({ type: 'ack', executionId, seq: this.contiguousSeq(executionId) });
        }
        say({ type: 'desired', executions: [...this.desired.values()] });
        break;
      case 'time':
        say({ type: 'time', sentAtMs: message.sentAtMs, serviceTimeMs: this.nowMs() });
        break;
      case 'vitals':
        this.vitals.push(message.vitals);
        break;
      case 'status':
        this.#note(message.execution);
        break;
      case 'log':
        this.logs.set(message.executionId, message.lines);
        break;
      case 'unknown':
        throw new Error(`the agent said ${message.unknownType}`);
    }
  }

  #note(execution: ExecutionStatus): void {
    const { executionId, state } = execution;
    this.statuses.set(executionId, execution);
    const states = this.states.get(executionId) ?? [];
    if (states.at(-1) !== state) states.push(state);
    this.states.set(executionId, states);
  }

  #store(agent: WebSocket, data: Buffer): void {
    const { executionId, frames } = decodeFrameMessage(data);
    const stored = this.frames.get(executionId) ?? new Map<number, StoredFrame>();
    this.frames.set(executionId, stored);
    for (const { seq, second, payload } of frames) {
      if (!this.takesFrame(executionId, seq)) continue;
      if (stored.has(seq)) this.duplicates++;
      else stored.set(seq, { second, payload: Buffer.from(payload) });
    }
    agent.send(JSON.stringify({ type: 'ack', executionId, seq: this.contiguousSeq(executionId) }));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.intercept(request, response)) return;
    const url = request.url ?? '';
    const file = /^\/agent\/executions\/(\w+)\/files\/(\w+)$/.exec(url);
    const archive = /^\/agent\/executions\/(\w+)\/archive$/.exec(url);
    if (url === agentRoutes.ca && this.certificates) response.end(this.certificates.ca);
    else if (url === agentRoutes.join) await this.#join(request, response);
    else if (!this.#isNode(request)) response.writeHead(401).end();
    else if (file?.[2] && request.method === 'GET') this.#sendFile(file[2], request, response);
    else if (archive?.[1] && request.method === 'PUT') await this.#takeArchive(archive[1], request, response);
    else response.writeHead(404).end();
  }

  async #join(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const join = parseJoinRequest(JSON.parse((await bodyOf(request)).toString()));
    if (join.secret !== this.secret || join.gridId !== this.gridId) {
      response.writeHead(401).end(JSON.stringify({ error: 'Not Authenticated' }));
      return;
    }
    this.joins.push(join);
    const nodeId = newId();
    const credential = randomBytes(32).toString('base64url');
    this.nodes.set(nodeId, credential);
    response.setHeader('date', new Date(this.nowMs()).toUTCString());
    response.end(JSON.stringify({ nodeId, credential, endsAtMs: this.endsAtMs }));
  }

  #sendFile(fileId: string, request: IncomingMessage, response: ServerResponse): void {
    const { range } = request.headers;
    this.fileRequests.push({ path: request.url ?? '', range });
    const bytes = this.files.get(fileId);
    if (!bytes) {
      response.writeHead(404).end();
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from });
    response.end(bytes.subarray(from));
  }

  async #takeArchive(executionId: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await bodyOf(request);
    if (bytes.length > this.archiveRoomBytes) {
      response.writeHead(507).end(JSON.stringify({ error: 'The disk of the service is full.' }));
      return;
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const isSound =
      request.headers['content-type'] === 'application/gzip' && request.headers['x-sha256'] === sha256;
    if (isSound) this.archives.set(executionId, bytes);
    response.writeHead(isSound ? 204 : 422).end();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(request));
}
