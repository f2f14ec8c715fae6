import { connect as connectPlain, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { WheelEntry } from '../users/wheel.ts';
import type { HttpWorld } from './http-world.ts';
import { javaAddress } from './java-address.ts';
import { ResponseParser } from './response-parser.ts';

/** Where a connection goes to, and how. Two requests with equal keys may share one. */
export interface Route {
  readonly key: string;
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** For the name in the certificate request. */
  readonly serverName: string;
  readonly localAddress: string | undefined;
  readonly connectTimeoutMs: number;
}

export interface Exchange {
  /** The whole request, or its head when `body` follows. */
  readonly request: Buffer | string;
  readonly isHeadRequest: boolean;
  readonly keepsHead: boolean;
  readonly keepsBody: boolean;
  readonly responseTimeoutMs: number;
  /** The response is complete: everything about it is in the connection's parser and times. */
  done(connection: Connection): void;
  failed(connection: Connection, error: HttpError): void;
}

const longestMs = 2 ** 31 - 1;

export type HttpProblem =
  | 'refused'
  | 'unreachable'
  | 'unknown-host'
  | 'connect-timeout'
  | 'read-timeout'
  | 'reset'
  | 'no-ports'
  | 'no-files'
  | 'no-buffers'
  | 'no-network'
  | 'no-response'
  | 'early-end'
  | 'malformed'
  | 'tls'
  | 'aborted';

export class HttpError extends Error {
  readonly problem: HttpProblem;
  readonly systemCode: string;
  /** `name/address` of where it was to connect to, as Java writes it. */
  peer = '';

  constructor(problem: HttpProblem, message: string, systemCode = '') {
    super(message);
    this.problem = problem;
    this.systemCode = systemCode;
  }
}

/** A socket that knows whose it is, so that no connection needs functions of its own. */
type OwnedSocket = (Socket | TLSSocket) & { owner?: Connection };

/** One connection of one user; sends one request at a time. Also the timer of its own time-outs. */
export class Connection extends WheelEntry {
  readonly route: Route;
  readonly parser = new ResponseParser();
  readonly #world: HttpWorld;
  readonly #tlsSessions: Map<string, Buffer> | undefined;
  readonly #socket: OwnedSocket;
  #exchange: Exchange | undefined;
  isConnected = false;
  isClosed = false;
  /** Epoch milliseconds of the exchange under way or just done. */
  connectStartMs = 0;
  connectEndMs = 0;
  firstByteMs = 0;
  /** Of the body; JMeter's latency ends there. */
  firstBodyMs = 0;
  lastByteMs = 0;
  /** Closed by the other side while nothing was under way. */
  wasLeft = false;
  /** Requests sent on it so far. */
  requests = 0;
  sentBytes = 0;
  /** What the server said, or never. */
  expiresAtMs = Number.POSITIVE_INFINITY;

  /** `tlsSessions`: of its user, by route. */
  constructor(world: HttpWorld, route: Route, tlsSessions?: Map<string, Buffer>) {
    super();
    this.#world = world;
    this.#tlsSessions = tlsSessions;
    this.route = route;
    this.connectStartMs = world.nowMs();
    const socket: OwnedSocket = route.isTls ? this.#openTls() : connectPlain(this.#options());
    this.#socket = socket;
    socket.owner = this;
    socket.once(route.isTls ? 'secureConnect' : 'connect', onConnect);
    socket.setNoDelay(true);
    // Named once instead of with each request.
    socket.setDefaultEncoding('latin1');
    socket.on('error', onError);
    socket.on('end', onEnd);
    socket.on('close', onEnd);
    if (route.connectTimeoutMs > 0) {
      world.wheel.add(this, this.connectStartMs + route.connectTimeoutMs);
    }
  }

  #options(): TcpNetConnectOpts {
    const { host, port, localAddress } = this.route;
    const options: TcpNetConnectOpts = {
      host,
      port,
      lookup: this.#world.lookup,
      // As HttpClient does, the next address has its turn only when one has failed.
      autoSelectFamilyAttemptTimeout: longestMs,
      // One buffer for all connections of a worker: what arrives is taken in before anything else can.
      onread: { buffer: this.#world.readBuffer, callback: onRead },
    };
    if (localAddress !== undefined) {
      options.localAddress = localAddress;
    }
    return options;
  }

  #openTls(): TLSSocket {
    const { serverName, key } = this.route;
    const session = this.#tlsSessions?.get(key);
    const options: ConnectionOptions & TcpNetConnectOpts = {
      ...this.#options(),
      ...(isNameForTls(serverName) ? { servername: serverName } : {}),
      ...(session === undefined ? {} : { session }),
      secureContext: this.#world.secureContext,
      // JMeter trusts every certificate.
      rejectUnauthorized: false,
    };
    const socket = connectTls(options);
    if (this.#tlsSessions) {
      socket.on('session', onSession);
    }
    return socket;
  }

  /** True while it can take another request. */
  get isFree(): boolean {
    return !this.isClosed && this.#exchange === undefined;
  }

  send(exchange: Exchange): void {
    this.#exchange = exchange;
    this.parser.begin(exchange.isHeadRequest, exchange.keepsHead, exchange.keepsBody);
    this.firstByteMs = 0;
    this.firstBodyMs = 0;
    this.requests += 1;
    const { request } = exchange;
    this.sentBytes = request.length;
    this.#socket.write(request);
    if (this.isConnected && exchange.responseTimeoutMs > 0) {
      this.#world.wheel.add(this, this.#world.nowMs() + exchange.responseTimeoutMs);
    }
  }

  close(): void {
    if (!this.isClosed) {
      this.isClosed = true;
      this.#world.wheel.remove(this);
      this.#socket.destroy();
    }
  }

  /** Gives up the exchange if it is still the one under way. */
  abort(exchange: Exchange): void {
    if (this.#exchange === exchange) {
      this.#fail(new HttpError('aborted', 'Request was aborted'));
    }
  }

  override due(): void {
    const problem: HttpProblem = this.isConnected ? 'read-timeout' : 'connect-timeout';
    const failure = new HttpError(problem, this.isConnected ? 'Read timed out' : 'Connect timed out');
    failure.peer = this.#peer();
    this.#fail(failure);
  }

  hasConnected(): void {
    this.isConnected = true;
    this.connectEndMs = this.#world.nowMs();
    this.#world.wheel.remove(this);
    const timeoutMs = this.#exchange?.responseTimeoutMs ?? 0;
    if (timeoutMs > 0) {
      this.#world.wheel.add(this, this.connectEndMs + timeoutMs);
    }
  }

  hasRead(length: number, buffer: Buffer): void {
    const exchange = this.#exchange;
    if (exchange === undefined) {
      // Nobody asked: whatever it is, it would be taken for the next answer.
      this.close();
      return;
    }
    const { parser } = this;
    const nowMs = this.#world.nowMs();
    this.lastByteMs = nowMs;
    if (this.firstByteMs === 0) {
      this.firstByteMs = nowMs;
    }
    const progress = parser.feed(buffer, length);
    if (this.firstBodyMs === 0 && parser.bodyBytes > 0) {
      this.firstBodyMs = nowMs;
    }
    if (progress === 'done') {
      this.#finish(exchange);
    } else if (progress === 'broken') {
      this.#fail(new HttpError('malformed', parser.problem));
    } else if (exchange.responseTimeoutMs > 0) {
      // As in Java, the time-out is between two pieces, not for the whole.
      this.#world.wheel.add(this, nowMs + exchange.responseTimeoutMs);
    }
  }

  hasEnded(): void {
    const exchange = this.#exchange;
    if (exchange === undefined) {
      this.wasLeft ||= !this.isClosed;
      this.close();
    } else if (this.parser.end() === 'done') {
      this.#finish(exchange);
    } else {
      const problem = this.parser.problem === 'no-response' ? 'no-response' : 'early-end';
      this.#fail(new HttpError(problem, this.parser.problem));
    }
  }

  hasFailed(error: NodeJS.ErrnoException): void {
    const failure = new HttpError(problemOf(error, this.isConnected), error.message, error.code ?? '');
    failure.peer = this.#peer();
    this.#fail(failure);
  }

  keepSession(ticket: Buffer): void {
    this.#tlsSessions?.set(this.route.key, ticket);
  }

  /** All addresses of the host, as Java writes them. */
  #peer(): string {
    const { host } = this.route;
    return isIP(host)
      ? `/${javaAddress(host)}`
      : this.#world
          .addressesOf(host)
          .map((address) => `${host}/${javaAddress(address)}`)
          .join(', ');
  }

  #finish(exchange: Exchange): void {
    const { parser } = this;
    this.#exchange = undefined;
    if (this.slot >= 0) {
      this.#world.wheel.remove(this);
    }
    if (!parser.isKeepAlive) {
      this.close();
    }
    exchange.done(this);
  }

  #fail(error: HttpError): void {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    this.close();
    exchange?.failed(this, error);
  }
}

/** An address is no name; and Java names no server whose name has no dot, or ends with one. */
const isNameForTls = (name: string) => name.indexOf('.') > 0 && !name.endsWith('.') && isIP(name) === 0;

function onConnect(this: OwnedSocket): void {
  this.owner?.hasConnected();
}

/** Node.js calls it on the socket, whatever its types say. */
function onRead(this: unknown, length: number, buffer: Uint8Array): boolean {
  (this as OwnedSocket).owner?.hasRead(length, buffer as Buffer);
  return true;
}

function onEnd(this: OwnedSocket): void {
  this.owner?.hasEnded();
}

function onError(this: OwnedSocket, error: NodeJS.ErrnoException): void {
  this.owner?.hasFailed(error);
}

function onSession(this: OwnedSocket, ticket: Buffer): void {
  this.owner?.keepSession(ticket);
}

function problemOf(error: NodeJS.ErrnoException, isConnected: boolean): HttpProblem {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'refused';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'unknown-host';
    case 'ETIMEDOUT':
      return isConnected ? 'read-timeout' : 'connect-timeout';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'reset';
    case 'EHOSTUNREACH':
      return 'unreachable';
    case 'ENETUNREACH':
      return 'no-network';
    case 'EADDRNOTAVAIL':
      return 'no-ports';
    case 'EMFILE':
    case 'ENFILE':
      return 'no-files';
    case 'ENOBUFS':
      return 'no-buffers';
    default:
      return /^(?:ERR_SSL|ERR_TLS|EPROTO)/.test(error.code ?? '') ? 'tls' : 'reset';
  }
}
