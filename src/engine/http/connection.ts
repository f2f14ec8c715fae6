import { connect as connectPlain, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { constants } from 'node:os';
import type { TLSSocket } from 'node:tls';
import type { Identity } from '../keys/client-keys.ts';
import { WheelEntry } from '../time/wheel.ts';
import type { HostNames } from './host-names.ts';
import type { HttpEnvironment } from './http-environment.ts';
import { HttpError, type HttpProblem, problemOf } from './http-error.ts';
import { javaAddress } from './java-address.ts';
import type { RequestSender } from './request-sender.ts';
import { ResponseParser } from './response-parser.ts';
import { SocketError } from './socket-error.ts';
import { isNameForTls, socketOptions } from './socket-options.ts';
import type { IssuedSession } from './tls/issued-sessions.ts';
import { openNodeTls } from './tls/node-tls.ts';
import { type ChannelOwner, SecureChannel } from './tls/secure-channel.ts';
import type { SecureChannels } from './tls/secure-channels.ts';
import { issuedTo, type TlsPeer, type TlsSessions } from './tls-sessions.ts';

/** Target of a connection. Requests with equal keys can share a connection. */
export interface Route {
  readonly key: string;
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** Server name for SNI and certificates. */
  readonly serverName: string;
  readonly localAddress: string | undefined;
  readonly connectTimeoutMs: number;
  /** The proxy, if any; HTTPS is tunnelled through it. */
  readonly hop?: { readonly host: string; readonly port: number } | undefined;
}

export interface Exchange {
  /** The complete request, or only its head when `awaitedBody` follows. */
  readonly request: Buffer | string;
  /** Body sent after an interim response, such as `100 Continue`, or after `continueWaitMs`. */
  readonly awaitedBody?: Buffer | undefined;
  readonly isHeadRequest: boolean;
  readonly keepsHead: boolean;
  readonly keepsBody: boolean;
  readonly responseTimeoutMs: number;
  /** Called before the request is written, if the connection was established before. */
  isSent?(nowMs: number): void;
  /** The response is complete; its data is in the connection's parser and time fields. */
  done(connection: Connection): void;
  failed(connection: Connection, error: HttpError): void;
}

/** Problem of a response that ended too early, by the problem of the parser; `early-end` for others. */
const endProblems: Record<string, HttpProblem | undefined> = {
  'no-response': 'no-response',
  'no-status-line': 'malformed',
};
/** How long HttpClient waits for an interim response before it sends the body. */
const continueWaitMs = 3_000;
const noBytes = Buffer.alloc(0);
/** Encoding that streams pass to `_write` with a buffer. */
const bufferEncoding = 'buffer' as BufferEncoding;
const maxUnaskedBytes = 1 << 20;

/** A socket with a reference to its connection, so that listeners can be shared functions. */
type OwnedSocket = (Socket | TLSSocket) & { owner?: Connection };

/** A connection of one user; one request at a time. It is also the wheel entry of its timeouts. */
export class Connection extends WheelEntry implements ChannelOwner {
  readonly route: Route;
  readonly parser = new ResponseParser();
  readonly #environment: HttpEnvironment;
  readonly #tlsSessions: TlsSessions | undefined;
  readonly #identity: Identity | undefined;
  readonly #names: HostNames;
  #socket: OwnedSocket;
  /** Encrypts what the socket sends; undefined: no TLS, TLS of Node.js, or the tunnel is not open yet. */
  #channel: SecureChannel | undefined;
  /** Write callback; created by the first write that needs it. */
  #hasWritten: ((error?: Error | null) => void) | undefined;
  /** A write that bypasses the stream is pending. */
  #isWriting = false;
  /** Writes queued behind the pending one. */
  #unwritten: (Buffer | string)[] | undefined;
  /** File descriptor of a connection that is ready for requests; -1: not yet, or encrypted by Node.js. */
  #fd = -1;
  #exchange: Exchange | undefined;
  /** Timeout after which the body is sent without an interim response. */
  #continueWait: ContinueWait | undefined;
  /** Data received while no request was in flight. */
  #unasked: Buffer | undefined;
  /** The peer has ended its side of the connection after the data in `#unasked`. */
  #isAtEnd = false;
  isConnected = false;
  isClosed = false;
  /** Only the CONNECT request may be sent. */
  needsTunnel: boolean;
  /** Epoch milliseconds of the current or last exchange. */
  connectStartMs = 0;
  connectEndMs = 0;
  firstByteMs = 0;
  /** First byte of the body, where JMeter's latency ends. */
  firstBodyMs = 0;
  lastByteMs = 0;
  /** Closed (`wasLeft`) or reset (`wasReset`) by the peer while no request was in flight. */
  wasLeft = false;
  wasReset = false;
  /** Requests sent on this connection so far. */
  requests = 0;
  sentBytes = 0;
  /** Expiry announced by the server; otherwise never. */
  expiresAtMs = Number.POSITIVE_INFINITY;

  /** `tlsSessions`: those of the user, to resume. `identity`: client certificate. */
  constructor(
    environment: HttpEnvironment,
    route: Route,
    tlsSessions?: TlsSessions,
    identity?: Identity,
    names: HostNames = environment.names,
  ) {
    super();
    this.#environment = environment;
    this.#identity = identity;
    this.#names = names;
    this.#tlsSessions = tlsSessions;
    this.route = route;
    this.connectStartMs = environment.nowMs();
    this.needsTunnel = route.isTls && route.hop !== undefined;
    const isTls = route.isTls && !this.needsTunnel;
    this.#channel = isTls ? this.#openChannel() : undefined;
    const isOfNode = isTls && this.#channel === undefined;
    const socket: OwnedSocket = isOfNode ? this.#openNodeTls() : connectPlain(this.#options());
    this.#socket = socket;
    socket.owner = this;
    socket.once(isOfNode ? 'secureConnect' : 'connect', this.#channel ? onReach : onConnect);
    if (this.#isTakenOver()) {
      socket.on('data', onData);
    }
    socket.setNoDelay(true);
    // Set once instead of passed with each write.
    socket.setDefaultEncoding('latin1');
    socket.on('error', onError);
    socket.on('end', onEnd);
    socket.on('close', onEnd);
    if (route.connectTimeoutMs > 0) {
      environment.wheel.add(this, this.connectStartMs + route.connectTimeoutMs);
    }
  }

  /** Starts TLS inside of a tunnel. */
  secure(): void {
    this.needsTunnel = false;
    this.#channel = this.#openChannel();
    if (this.#channel === undefined) {
      this.#secureByNode();
    } else {
      this.#channel.start();
    }
  }

  #secureByNode(): void {
    const plain = this.#socket;
    for (const [event, listener] of [
      ['data', onData],
      ['error', onError],
      ['end', onEnd],
      ['close', onEnd],
    ] as const) {
      plain.off(event, listener);
    }
    this.#hasWritten = undefined;
    this.#isWriting = false;
    const socket: OwnedSocket = this.#openNodeTls(plain);
    this.#socket = socket;
    socket.owner = this;
    socket.setDefaultEncoding('latin1');
    socket.on('data', onData);
    socket.on('error', onError);
    socket.on('end', onEnd);
    socket.on('close', onEnd);
  }

  #openChannel(): SecureChannel | undefined {
    const channels = this.#channels();
    const { serverName } = this.route;
    return (
      channels &&
      new SecureChannel(channels, this, {
        serverName: isNameForTls(serverName) ? serverName : undefined,
        ticket: this.#tlsSessions?.take(this.#tlsPeer()),
      })
    );
  }

  #openNodeTls(inside?: Socket): TLSSocket {
    const socket = openNodeTls(this.#options(), {
      inside,
      serverName: this.route.serverName,
      ticket: this.#tlsSessions?.take(this.#tlsPeer()),
      secureContext: this.#identity?.secureContext ?? this.#environment.tls.secureContext,
    });
    if (this.#tlsSessions) {
      socket.on('session', onSession);
    }
    if (this.#identity) {
      socket.once('secureConnect', onSecure);
    }
    return socket;
  }

  #options(): TcpNetConnectOpts {
    const read = { buffer: this.#environment.readBuffer, callback: onRead };
    return socketOptions(this.route, this.#names, this.#isTakenOver() ? undefined : read);
  }

  /** The TLS of Node.js takes over the socket of a tunnel, and does not support reading into a buffer. */
  #isTakenOver(): boolean {
    return this.needsTunnel && this.#channels() === undefined;
  }

  #channels(): SecureChannels | undefined {
    return this.#environment.tls.channelsFor(this.#identity);
  }

  /** Key of TLS sessions. In a tunnel, Java uses the port of the proxy instead of the server's. */
  #tlsPeer(): TlsPeer {
    const { host, port, hop } = this.route;
    return { host, port: hop?.port ?? port };
  }

  /** Whether the connection can take another request. */
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
    if (this.isConnected) {
      this.#environment.batcher.send(this);
    } else if (this.#channel === undefined) {
      this.#socket.write(request);
    } else {
      this.#channel.write(request);
    }
    if (this.#unasked !== undefined) {
      setImmediate(() => this.#readUnasked());
    }
  }

  /** Writes the request passed to `send`; called when its batch is sent. `sender`: sends it together with others. */
  write(nowMs: number, sender?: RequestSender): void {
    const exchange = this.#exchange;
    if (exchange !== undefined && !this.isClosed) {
      exchange.isSent?.(nowMs);
      this.#put(exchange.request, sender);
      this.#awaitResponse(exchange, nowMs);
    }
  }

  #awaitResponse({ awaitedBody, responseTimeoutMs }: Exchange, nowMs: number): void {
    if (awaitedBody !== undefined) {
      this.#continueWait = new ContinueWait(() => this.#sendBody(awaitedBody));
      this.#environment.wheel.add(this.#continueWait, nowMs + continueWaitMs);
    } else if (responseTimeoutMs > 0) {
      this.#environment.wheel.add(this, nowMs + responseTimeoutMs);
    }
  }

  #sendBody(body: Buffer): void {
    this.#endContinueWait();
    this.parser.forgetInterim();
    this.sentBytes += body.length;
    if (body.length > 0) {
      this.#put(body);
    }
    const timeoutMs = this.#exchange?.responseTimeoutMs ?? 0;
    if (timeoutMs > 0) {
      this.#environment.wheel.add(this, this.#environment.nowMs() + timeoutMs);
    }
  }

  #endContinueWait(): void {
    if (this.#continueWait !== undefined) {
      this.#environment.wheel.remove(this.#continueWait);
      this.#continueWait = undefined;
    }
  }

  /** Sends together with other requests if `sender` is given and nothing is buffered. */
  #put(request: Buffer | string, sender?: RequestSender): void {
    const socket = this.#socket;
    const channel = this.#channel;
    const isTogether =
      sender !== undefined &&
      typeof request === 'string' &&
      this.#fd >= 0 &&
      !this.#isWriting &&
      socket.writableLength === 0 &&
      !socket.destroyed &&
      (channel === undefined
        ? sender.add(this, this.#fd, request)
        : sender.addSealed(this, this.#fd, channel, request));
    if (isTogether) {
      this.#environment.batcher.reader?.add(this, this.#fd, this.requests);
    } else if (channel === undefined) {
      this.#putAlone(socket, request);
    } else {
      channel.write(request);
    }
  }

  sendEncrypted(bytes: Buffer): void {
    this.#putAlone(this.#socket, bytes);
  }

  awaits(request: number): boolean {
    return (
      this.#exchange !== undefined && this.requests === request && !this.isClosed && !this.#socket.destroyed
    );
  }

  failedToRead(result: number): void {
    this.#socket.destroy(new SocketError('read', result));
  }

  /** Bypasses the stream when nothing is buffered, which saves 0.3 µs. One such write may be pending; others queue. */
  #putAlone(socket: Socket, request: Buffer | string): void {
    if (this.#isWriting) {
      this.#unwritten ??= [];
      this.#unwritten.push(request);
    } else if (socket.writableLength === 0 && (typeof request === 'string' || this.#channel)) {
      this.#isWriting = true;
      this.#hasWritten ??= (error) => this.#afterWrite(socket, error);
      socket._write(request, typeof request === 'string' ? 'latin1' : bufferEncoding, this.#hasWritten);
    } else {
      socket.write(request);
    }
  }

  /** Sends the rest of a request that was sent together with others. */
  sentPart(request: Buffer | string, result: number): void {
    if (result >= 0 || result === -constants.errno.EAGAIN) {
      const sent = Math.max(result, 0);
      const rest = typeof request === 'string' ? request.slice(sent) : request.subarray(sent);
      this.#putAlone(this.#socket, rest);
    } else {
      this.#socket.destroy(new SocketError('write', result));
    }
  }

  #afterWrite(socket: Socket, error: Error | null | undefined): void {
    this.#isWriting = false;
    if (error) {
      socket.destroy(error);
    } else if (this.#unwritten !== undefined) {
      const [next, ...rest] = this.#unwritten;
      this.#unwritten = rest.length === 0 ? undefined : rest;
      if (next !== undefined && !this.isClosed) {
        this.#putAlone(socket, next);
      }
    }
  }

  close(): void {
    if (!this.isClosed) {
      this.isClosed = true;
      this.#endContinueWait();
      this.#environment.wheel.remove(this);
      this.#socket.destroy();
      this.#channel?.free();
    }
  }

  /** Aborts the exchange if it is still the current one. */
  abort(exchange: Exchange): void {
    if (this.#exchange === exchange) {
      this.#fail(new HttpError('aborted', 'Request was aborted'));
    }
  }

  override due(): void {
    const problem: HttpProblem = this.isConnected ? 'read-timeout' : 'connect-timeout';
    const failure = new HttpError(problem, this.isConnected ? 'Read timed out' : 'Connect timed out');
    this.#locate(failure);
    this.#fail(failure);
  }

  hasConnected(): void {
    this.isConnected = true;
    if (!this.route.isTls) {
      this.#fd = descriptorOf(this.#socket);
    }
    this.connectEndMs = this.#environment.nowMs();
    this.#environment.wheel.remove(this);
    if (this.#exchange !== undefined) {
      this.#awaitResponse(this.#exchange, this.connectEndMs);
    }
  }

  /** TCP is connected: starts TLS. */
  hasReached(): void {
    this.#channel?.start();
  }

  hasSecured(): void {
    this.#fd = descriptorOf(this.#socket);
    // In a tunnel, connect time has ended with the connection to the proxy.
    if (!this.isConnected) {
      this.hasConnected();
    }
  }

  hasEndedTls(): void {
    // Deferred, like the `end` event of a socket.
    process.nextTick(() => this.hasEnded());
  }

  hasFailedTls(error: Error): void {
    this.#socket.destroy(error);
  }

  hasRead(length: number, buffer: Buffer): void {
    if (this.#channel === undefined) {
      this.hasReceived(length, buffer);
    } else {
      this.#channel.receive(length, buffer);
    }
  }

  /** Reads a part of a response. */
  hasReceived(length: number, buffer: Buffer): void {
    const exchange = this.#exchange;
    if (exchange === undefined || this.#unasked !== undefined) {
      this.#keepUnasked(buffer.subarray(0, length));
      return;
    }
    const { parser } = this;
    const nowMs = this.#environment.nowMs();
    this.lastByteMs = nowMs;
    if (this.firstByteMs === 0) {
      this.firstByteMs = nowMs;
    }
    const progress = parser.feed(buffer, length);
    if (this.firstBodyMs === 0 && parser.bodyBytes > 0) {
      this.firstBodyMs = nowMs;
    }
    if (this.#continueWait !== undefined) {
      if (parser.hasHead) {
        // A final response before the body was sent: the body is not sent.
        this.#endContinueWait();
      } else if (parser.interimBytes > 0 && exchange.awaitedBody !== undefined) {
        this.#sendBody(exchange.awaitedBody);
      }
    }
    if (this.needsTunnel && parser.hasHead && parser.status < 300) {
      // Data that follows comes from the server behind the proxy.
      this.#exchange = undefined;
      this.#environment.wheel.remove(this);
      exchange.done(this);
    } else if (progress === 'done') {
      this.#finish(exchange);
    } else if (progress === 'broken') {
      this.#fail(new HttpError('malformed', parser.problem));
    } else if (progress === 'done-early') {
      this.#keepUnasked(buffer.subarray(parser.restAt, length));
      this.#finish(exchange);
    } else if (exchange.responseTimeoutMs > 0) {
      // As in Java, the timeout applies between two reads, not to the whole response.
      this.#environment.wheel.add(this, nowMs + exchange.responseTimeoutMs);
    }
  }

  /** As in HttpClient, the next request takes this data as its response. */
  #keepUnasked(bytes: Buffer): void {
    const all = Buffer.concat([this.#unasked ?? noBytes, bytes]);
    if (all.length > maxUnaskedBytes) {
      this.close();
    } else {
      this.#unasked = all;
    }
  }

  /** Passes the data received before the request to it. */
  #readUnasked(): void {
    const bytes = this.#unasked;
    if (bytes !== undefined && this.#exchange !== undefined) {
      this.#unasked = undefined;
      this.hasReceived(bytes.length, bytes);
    }
    if (this.#isAtEnd) {
      this.hasEnded();
    }
  }

  hasEnded(): void {
    const exchange = this.#exchange;
    if (this.#unasked !== undefined && !this.isClosed) {
      // Process the unread data first.
      this.#isAtEnd = true;
    } else if (exchange === undefined) {
      this.wasLeft ||= !this.isClosed;
      this.close();
    } else if (this.parser.end() === 'done') {
      this.#finish(exchange);
    } else {
      this.#fail(new HttpError(endProblems[this.parser.problem] ?? 'early-end', this.parser.problem));
    }
  }

  hasFailed(error: NodeJS.ErrnoException): void {
    if (this.#exchange === undefined && !this.isClosed) {
      this.wasLeft = true;
      this.wasReset = error.code === 'ECONNRESET';
    }
    const keyProblem = this.#identity?.problem;
    const failure =
      keyProblem !== undefined && !this.needsTunnel && this.#wasAsked()
        ? new HttpError('no-key', keyProblem)
        : new HttpError(problemOf(error, this.isConnected), error.message, error.code ?? '');
    this.#locate(failure);
    this.#fail(failure);
  }

  /** Settles the client certificate after the handshake; fails when the peer requested one and the user has none. */
  hasIdentified(): void {
    const identity = this.#identity;
    const wasAsked = this.#wasAsked();
    identity?.settle(wasAsked);
    if (wasAsked && identity?.problem !== undefined) {
      this.#fail(new HttpError('no-key', identity.problem));
    }
  }

  /** Whether the server requested a client certificate: only then has it sent signature algorithms. */
  #wasAsked(): boolean {
    return (this.#socket as TLSSocket).getSharedSigalgs().length > 0;
  }

  keepSession(session: IssuedSession): void {
    this.#tlsSessions?.keep(this.#tlsPeer(), session);
  }

  #locate(failure: HttpError): void {
    const { hop } = this.route;
    failure.peer = this.#peer((hop ?? this.route).host);
    failure.hop = hop ? `${hop.host}:${hop.port}` : '';
  }

  /** All addresses of the host, in Java's notation. */
  #peer(host: string): string {
    return isIP(host) ? `/${javaAddress(host)}` : this.#names.peersOf(host).join(', ');
  }

  #finish(exchange: Exchange): void {
    const { parser } = this;
    this.#exchange = undefined;
    if (this.slot >= 0) {
      this.#environment.wheel.remove(this);
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

class ContinueWait extends WheelEntry {
  override readonly due: () => void;

  constructor(due: () => void) {
    super();
    this.due = due;
  }
}

/** File descriptor, from an internal property of Node.js; -1 without it: requests are then sent one by one. */
function descriptorOf(socket: Socket): number {
  return (socket as Socket & { _handle?: { fd?: number } })._handle?.fd ?? -1;
}

function onConnect(this: OwnedSocket): void {
  this.owner?.hasConnected();
}

function onReach(this: OwnedSocket): void {
  this.owner?.hasReached();
}

/** Called by Node.js with the socket as `this`, contrary to its types. */
function onRead(this: unknown, length: number, buffer: Uint8Array): boolean {
  (this as OwnedSocket).owner?.hasRead(length, buffer as Buffer);
  return true;
}

function onData(this: OwnedSocket, data: Buffer): void {
  this.owner?.hasRead(data.length, data);
}

function onEnd(this: OwnedSocket): void {
  this.owner?.hasEnded();
}

function onError(this: OwnedSocket, error: NodeJS.ErrnoException): void {
  this.owner?.hasFailed(error);
}

function onSecure(this: OwnedSocket): void {
  this.owner?.hasIdentified();
}

function onSession(this: OwnedSocket, ticket: Buffer): void {
  this.owner?.keepSession(issuedTo(this as TLSSocket, ticket));
}
