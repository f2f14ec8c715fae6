import {
  createServer,
  get,
  type IncomingMessage,
  type Server as PlainServer,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createRawServer,
  type Server as RawServer,
  type Socket,
} from 'node:net';
import { TLSSocket } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { makeCa, makeServerCertificate } from '../../api/tls/certificates.ts';
import { type Answers, type Asked, send } from './answer.ts';
import { AskingTls, shownBy } from './asking-tls.ts';
import { authAnswers } from './auth-answers.ts';
import { cacheAnswers } from './cache-answers.ts';
import { pageAnswers } from './page-answers.ts';
import { Proxies } from './proxies.ts';
import { Sinks } from './sinks.ts';
import { steadyTime } from './steady-time.ts';
import { listenOnLoopback, type TargetPorts } from './target-ports.ts';
import { WeakTls } from './weak-tls.ts';
import { WebSockets } from './websockets.ts';

type Server = PlainServer | TlsServer;

/** A request as the target received it. */
export interface SeenRequest {
  method: string;
  url: string;
  /** Header names and values in turn, as received. */
  headers: string[];
  body: string;
  /** Counts connections from 1, in the order of their first request. */
  connection: number;
  /** TLS: an earlier session is resumed. */
  isResumed: boolean;
  /** TLS: the requested server name (SNI). */
  serverName?: string;
  /** Address of the client. */
  from?: string;
  /** TLS: names in the client's certificate chain, if requested. */
  client?: string;
}

/**
 * The server that both engines send requests to. It sends the same response to the same request, and records all
 * requests.
 */
export class Target implements TargetPorts {
  readonly port: number;
  /** Same as `port`, over TLS with an untrusted certificate. */
  readonly tlsPort: number;
  /** Accepts connections, sends nothing and closes them after 300 ms. */
  readonly silentPort: number;
  /** For data sent by other protocols than HTTP. */
  readonly sinks: Sinks;
  /** TLS servers with outdated keys and versions. */
  readonly weakTls: WeakTls;
  /** TLS servers that request client certificates. */
  readonly askingTls: AskingTls;
  /** Proxies in front of the target. */
  readonly proxies: Proxies;
  readonly #servers: readonly Server[];
  readonly #silent: RawServer;
  readonly #webSockets: WebSockets;
  readonly #answerTo: (asked: Asked) => void;
  #seen: SeenRequest[] = [];
  #connections = new Map<Socket, number>();

  private constructor(
    plain: Server,
    tls: Server,
    silent: RawServer,
    sinks: Sinks,
    weakTls: WeakTls,
    askingTls: AskingTls,
    proxies: Proxies,
    answerTo: (asked: Asked) => void,
  ) {
    this.#answerTo = answerTo;
    this.sinks = sinks;
    this.proxies = proxies;
    this.weakTls = weakTls;
    this.askingTls = askingTls;
    this.#servers = [plain, tls, ...weakTls.servers, ...askingTls.servers, ...proxies.servers];
    this.#silent = silent;
    this.silentPort = (silent.address() as AddressInfo).port;
    this.port = (plain.address() as AddressInfo).port;
    this.tlsPort = (tls.address() as AddressInfo).port;
    this.#webSockets = new WebSockets([plain, tls], (request, kind, body) =>
      this.#seeFrame(request, kind, body),
    );
    for (const server of proxies.servers) {
      server.on('connect', (request: IncomingMessage) => this.#see(request, ''));
    }
    for (const server of this.#servers) {
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        void this.#answer(request, response);
      });
    }
  }

  /** `answerTo` must send the same response to the same request. */
  static async start(answerTo: (asked: Asked) => void = answerByPath): Promise<Target> {
    // The URL can contain a whole response as hexadecimal digits.
    const plain = createServer({ keepAliveTimeout: 60_000, maxHeaderSize: 256 * 1024 });
    const ca = await makeCa(Date.now(), 'target');
    const { keyPem, certificatePem } = await makeServerCertificate(ca, ['127.0.0.1'], Date.now());
    const tls = createTlsServer({ key: keyPem, cert: certificatePem, keepAliveTimeout: 60_000 });
    const silent = createRawServer((socket) => {
      socket.on('error', () => {});
      socket.on(
        'close',
        steadyTime.after(300, () => socket.destroy()),
      );
    });
    for (const server of [plain, tls, silent]) {
      await listenOnLoopback(server);
    }
    const proxies = await Proxies.start();
    const weakTls = await WeakTls.start();
    const askingTls = await AskingTls.start();
    const sinks = await Sinks.start();
    return new Target(plain, tls, silent, sinks, weakTls, askingTls, proxies, answerTo);
  }

  /** Requests since the last call. */
  take(): SeenRequest[] {
    const seen = this.#seen;
    this.#seen = [];
    this.#connections = new Map();
    return seen;
  }

  /** Ends all connections, including those not accepted yet, so that a failed run sends no more requests. */
  async endConnections(): Promise<void> {
    const { promise: isAnswered, resolve, reject } = Promise.withResolvers<void>();
    get({ port: this.port, host: '127.0.0.1', agent: false }, (response) => {
      response.resume().on('end', resolve);
    }).on('error', reject);
    await isAnswered;
    for (const server of this.#servers) {
      server.closeAllConnections();
    }
  }

  #see({ socket, method = '', url = '', rawHeaders }: IncomingMessage, body: string): void {
    const connection = this.#connections.get(socket) ?? this.#connections.size + 1;
    this.#connections.set(socket, connection);
    const isResumed = socket instanceof TLSSocket && socket.isSessionReused();
    const serverName = (socket instanceof TLSSocket && socket.servername) || '';
    const from = socket.remoteAddress ?? '';
    const client = socket instanceof TLSSocket ? shownBy(socket) : '';
    this.#seen.push({
      ...{ method, url, headers: rawHeaders, body, connection },
      ...{ isResumed, serverName, from, client },
    });
  }

  /** Records an upgrade as a request, and each later frame as a request without headers. */
  #seeFrame(request: IncomingMessage, kind: string, body: string): void {
    this.#see(request, body);
    const seen = this.#seen.at(-1) as SeenRequest;
    if (kind === 'upgrade') {
      const at = seen.headers.indexOf('Sec-WebSocket-Key');
      seen.headers = seen.headers.map((value, index) =>
        index === at + 1 ? `(${value.length} random)` : value,
      );
    } else {
      seen.method = kind;
      seen.headers = [];
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of request) {
        pieces.push(piece as Buffer);
      }
    } catch {
      // The client has disconnected.
      return;
    }
    const body = Buffer.concat(pieces).toString('latin1');
    const { method = '', url = '' } = request;
    this.#see(request, body);
    response.sendDate = false;
    const refusal = this.proxies.refusal(request);
    if (refusal) {
      response.writeHead(407, refusal);
      response.end('who?');
      return;
    }
    const base = `http://127.0.0.1:${this.port}`;
    const parsed = URL.parse(url, base) ?? new URL(base);
    const [, , what = ''] = parsed.pathname.split('/');
    this.#answerTo({ method, what, url: parsed, headers: request.headers, body, response });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#webSockets.closeAll();
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await new Promise((resolve) => this.#silent.close(resolve));
    await this.weakTls[Symbol.asyncDispose]();
    await this.sinks[Symbol.asyncDispose]();
  }
}

/** The first segment of the path selects the response. */
function answerByPath(asked: Asked): void {
  const { response, url } = asked;
  const [, how = ''] = url.pathname.split('/');
  const answer = answers[how] ?? (() => send(response, 'text/plain', `hello ${url.pathname}`));
  answer(asked);
}

/** Does the work after `ms`, unless the client has disconnected. */
function later(response: ServerResponse, ms: number, work: () => void): void {
  response.on('close', steadyTime.after(ms, work));
}

const json = JSON.stringify({
  id: 7,
  name: 'Ada',
  tags: ['a', 'b', 'c'],
  nested: { price: 12.5, isNew: true, none: null },
  books: [
    { title: 'One', price: 8, isbn: '1-1' },
    { title: 'Two', price: 12, isbn: null },
    { title: 'Three', price: 20 },
  ],
});

const html =
  '<html><head><title>A page</title></head><body><p id="x">token=abc123; <a href="/ok">ok</a> token=def456;</p></body></html>';

const answers: Answers = {
  ...authAnswers,
  ...cacheAnswers,
  ...pageAnswers,
  json: ({ response }) => send(response, 'application/json', json),
  html: ({ response }) => send(response, 'text/html; charset=utf-8', html),
  status: ({ response, what }) => send(response, 'text/plain', `status ${what}`, Number(what)),
  echo: ({ response, url, body }) =>
    send(response, 'text/plain; charset=UTF-8', body === '' ? url.pathname + url.search : body),
  type: ({ response, url }) =>
    send(response, url.searchParams.get('type') ?? '', Buffer.from(url.searchParams.get('hex') ?? '', 'hex')),
  loop: ({ response, url }) => {
    response.writeHead(302, ['Location', url.pathname, 'Content-Length', '0']);
    response.end();
  },
  redirect: ({ response, what, url }) => {
    if (!/^\d+$/.test(what)) {
      send(response, 'text/plain', `hello ${url.pathname}`);
      return;
    }
    response.writeHead(Number(what), ['Location', url.searchParams.get('to') ?? '', 'Content-Length', '2']);
    response.end('go');
  },
  'set-cookie': ({ response, url }) => {
    const cookies = url.searchParams.getAll('c').flatMap((cookie) => ['Set-Cookie', cookie]);
    response.writeHead(200, [...cookies, 'Content-Length', '2']);
    response.end('ok');
  },
  encoded: ({ response, what }) => {
    const encoders: Record<string, (text: string) => Buffer> = {
      gzip: gzipSync,
      deflate: deflateSync,
      br: brotliCompressSync,
    };
    const bytes = (encoders[what] ?? Buffer.from)('encoded '.repeat(40));
    const length = String(bytes.length);
    response.writeHead(200, [
      'Content-Type',
      'text/plain',
      'Content-Encoding',
      what,
      'Content-Length',
      length,
    ]);
    response.end(bytes);
  },
  chunked: ({ response }) => {
    response.writeHead(200, ['Content-Type', 'text/plain', 'Transfer-Encoding', 'chunked']);
    response.write('first ');
    response.end('second');
  },
  close: ({ response }) => {
    response.writeHead(200, ['Connection', 'close', 'Content-Type', 'text/plain']);
    response.end('until the end');
  },
  /** /kept/5: announces a keep-alive of 5 s; /kept: without a timeout. */
  kept: ({ response, what }) => {
    const keep = what === '' ? [] : ['Keep-Alive', `timeout=${what}`];
    response.writeHead(200, ['Connection', 'keep-alive', ...keep, 'Content-Length', '4']);
    response.end('kept');
  },
  empty: ({ response }) => {
    response.writeHead(204);
    response.end();
  },
  slow: ({ response, what, url }) => {
    const status = Number(url.searchParams.get('status') ?? 200);
    const body = url.searchParams.has('empty') ? '' : 'slow';
    later(response, Number(what), () => send(response, 'text/plain', body, status));
  },
  'late-body': ({ response, what }) => {
    response.writeHead(200, ['Content-Type', 'text/plain', 'Content-Length', '4']);
    response.flushHeaders();
    later(response, Number(what), () => response.end('late'));
  },
  /** Sends any bytes, then ends the connection. */
  raw: ({ response, url }) => {
    response.socket?.end(Buffer.from(url.searchParams.get('hex') ?? '', 'hex'));
  },
  /** A response with Content-Length `what`, and more bytes in the same write. */
  overfull: ({ response, what, url }) => {
    const isLast = url.searchParams.has('last');
    response.writeHead(200, ['Connection', isLast ? 'close' : 'keep-alive', 'Content-Length', what]);
    response.end(Buffer.from(url.searchParams.get('hex') ?? '', 'hex').toString('latin1'), 'latin1');
  },
  /** A response, then a connection reset or stray bytes while the connection is idle. */
  restless: ({ response, what }) => {
    const { socket } = response;
    send(response, 'text/plain', 'restless');
    steadyTime.after(50, () => {
      if (what === 'reset') {
        socket?.resetAndDestroy();
      } else if (what === 'farewell') {
        socket?.end('HTTP/1.1 408 Too late\r\nConnection: close\r\nContent-Length: 4\r\n\r\nlate');
      } else {
        socket?.write(
          what === 'answer' ? 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nunasked' : 'rubbish\r\n',
        );
      }
    });
  },
  drop: ({ response }) => {
    response.socket?.destroy();
  },
  reason: ({ response, what, url }) => {
    const code = Number(url.searchParams.get('code') ?? 200);
    response.writeHead(code, decodeURIComponent(what), ['Content-Length', '0']);
    response.end();
  },
};
