import { connect as connectPlain, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { WheelEntry } from '../../time/wheel.ts';
import type { HttpEnvironment } from '../http-environment.ts';
import type { HeaderLine } from '../http-request.ts';
import type { JavaUrl } from '../java-url.ts';
import { isNameForTls, longestMs } from '../socket-options.ts';
import { issuedTo, type TlsSessions } from '../tls-sessions.ts';
import { encodeFrame, type Frame, type FrameKind } from './frame.ts';
import { FrameReader } from './frame-reader.ts';
import { UpgradeReader, type UpgradeResponse, upgradeRequest } from './upgrade.ts';
import { readTimedOut, socketFailure, WebSocketFailure } from './websocket-failure.ts';

/** The plugin's states, as in its messages. */
type State = 'CLOSED' | 'CLOSED_CLIENT' | 'CLOSED_SERVER' | 'CONNECTED' | 'CONNECTING';

export interface WebSocketTimeouts {
  readonly connectMs: number;
  /** Maximum time between two reads; 0: no limit. */
  readonly readMs: number;
}

/** Facts of an accepted upgrade. */
export interface Upgraded {
  readonly headers: readonly HeaderLine[];
  readonly responseBytes: number;
  readonly requestBytes: number;
}

/** Receives the result of an operation, or why it failed. */
type Done<T> = (outcome: T | Error) => void;

type OwnedSocket = (Socket | TLSSocket) & { owner?: WebSocketClient };

/** Data that no sampler reads is buffered up to this size; then reading pauses, as in Java, which reads on demand. */
const maxUnreadBytes = 1 << 20;

/** A WebSocket connection of one user, one operation at a time. It is also the wheel entry of its timeouts. */
export class WebSocketClient extends WheelEntry {
  /** With the protocol http or https. */
  readonly url: JavaUrl;
  readonly #environment: HttpEnvironment;
  readonly #tlsSessions: TlsSessions;
  readonly #reader = new FrameReader();
  #state: State = 'CLOSED';
  #socket: OwnedSocket | undefined;
  #isTcpConnected = false;
  /** The upgrade, while it is not complete. */
  #upgrade: { reader: UpgradeReader; requestBytes: number; done: Done<Upgraded> } | undefined;
  #receive: Done<Frame> | undefined;
  #sent: Done<number> | undefined;
  #readMs = 0;
  #isAtEnd = false;
  #isPaused = false;
  /** An error of the socket that no operation has reported yet. */
  #failure: WebSocketFailure | undefined;

  constructor(environment: HttpEnvironment, url: JavaUrl, tlsSessions: TlsSessions) {
    super();
    this.#tlsSessions = tlsSessions;
    this.#environment = environment;
    this.url = url;
  }

  get isConnected(): boolean {
    return this.#state === 'CONNECTED';
  }

  connect(
    headers: readonly HeaderLine[],
    { connectMs, readMs }: WebSocketTimeouts,
    done: Done<Upgraded>,
  ): void {
    if (this.#state !== 'CLOSED') {
      done(illegalState(`Cannot connect when state is ${this.#state}`));
      return;
    }
    this.#state = 'CONNECTING';
    this.#readMs = readMs;
    const { host, port } = this.url;
    let request: ReturnType<typeof upgradeRequest>;
    try {
      request = upgradeRequest(targetOf(this.url), `${host}:${port}`, headers);
    } catch (error) {
      this.dispose();
      done(error as WebSocketFailure);
      return;
    }
    this.#upgrade = {
      reader: new UpgradeReader(request.key),
      requestBytes: request.bytes.length,
      done,
    };
    const socket = this.#open();
    this.#socket = socket;
    socket.owner = this;
    socket.setNoDelay(true);
    socket.once('connect', onConnect);
    socket.on('error', onError);
    socket.on('end', onEnd);
    socket.on('close', onEnd);
    socket.write(request.bytes);
    this.#environment.wheel.add(this, this.#environment.nowMs() + connectMs);
  }

  #open(): OwnedSocket {
    const { port, protocol } = this.url;
    const host = this.url.host.replace(/^\[(.*)\]$/, '$1');
    const options: TcpNetConnectOpts = {
      host,
      port,
      lookup: this.#environment.names.lookup,
      allowHalfOpen: true,
      autoSelectFamilyAttemptTimeout: longestMs,
      onread: { buffer: this.#environment.readBuffer, callback: onRead },
    };
    if (protocol !== 'https') {
      return connectPlain(options);
    }
    const session = this.#tlsSessions.take({ host, port });
    const socket = connectTls({
      ...options,
      ...(isNameForTls(host) ? { servername: host } : {}),
      ...(session === undefined ? {} : { session }),
      secureContext: this.#environment.tls.secureContext,
      // JMeter accepts every certificate.
      rejectUnauthorized: false,
    });
    socket.on('session', (ticket: Buffer) =>
      this.#tlsSessions.keep({ host, port }, issuedTo(socket, ticket)),
    );
    return socket;
  }

  /** `done` receives the size of the frame in bytes. */
  send(kind: FrameKind, payload: Buffer, done: Done<number>): void {
    const mayClose = kind === 'close' && this.#state === 'CLOSED_SERVER';
    if (this.#state !== 'CONNECTED' && !mayClose) {
      const what = kind === 'close' ? 'close' : `send ${frameNames[kind]} frame`;
      done(illegalState(`Cannot ${what} when state is ${this.#state}`));
      return;
    }
    const frame = encodeFrame(kind, payload);
    this.#write(frame, (outcome) => {
      if (kind === 'close' && !(outcome instanceof Error)) {
        if (this.#state === 'CONNECTED') {
          this.#state = 'CLOSED_CLIENT';
        } else {
          this.dispose();
        }
      }
      done(outcome);
    });
  }

  #write(bytes: Buffer, done: Done<number>): void {
    const failure = this.#failure;
    const socket = this.#socket;
    if (failure !== undefined || socket === undefined || socket.destroyed) {
      this.#failure = undefined;
      // An error found while nothing was read is reported to the first operation.
      const isReset = failure?.message === 'Connection reset';
      done(new WebSocketFailure('io', isReset ? 'Connection reset by peer' : 'Broken pipe'));
      return;
    }
    this.#sent = done;
    socket.write(bytes, (error) => {
      if (!error) {
        this.#endSend(bytes.length);
      }
    });
  }

  #endSend(outcome: number | Error): void {
    const done = this.#sent;
    this.#sent = undefined;
    done?.(outcome);
  }

  /** `timeoutMs`: maximum time between two reads; 0: no limit. */
  receive(timeoutMs: number, done: Done<Frame>): void {
    if (this.#state !== 'CONNECTED' && this.#state !== 'CLOSED_CLIENT') {
      done(illegalState(`Cannot receive data frame when state is ${this.#state}`));
      return;
    }
    this.#receive = done;
    this.#readMs = timeoutMs;
    this.#awaitRead();
    this.#deliver();
  }

  #awaitRead(): void {
    if (this.#readMs > 0) {
      this.#environment.wheel.add(this, this.#environment.nowMs() + this.#readMs);
    } else {
      this.#environment.wheel.remove(this);
    }
  }

  /** Ends the current operation and the connection. */
  abort(): void {
    this.#fail(new WebSocketFailure('io', 'Socket closed'));
    this.dispose();
  }

  dispose(): void {
    this.#state = 'CLOSED';
    this.#environment.wheel.remove(this);
    this.#socket?.destroy();
  }

  override due(): void {
    if (this.#upgrade !== undefined && !this.#isTcpConnected) {
      this.#fail(new WebSocketFailure('timeout', 'Connect timed out'));
    } else {
      this.#fail(readTimedOut());
    }
  }

  hasConnected(): void {
    this.#isTcpConnected = true;
    this.#awaitRead();
  }

  /** Returns whether the socket may continue to read. */
  hasRead(bytes: Buffer): boolean {
    if (this.#upgrade !== undefined) {
      this.#awaitRead();
      this.#continueUpgrade((reader) => reader.add(bytes));
    } else {
      this.#reader.add(Buffer.from(bytes));
      if (this.#receive !== undefined) {
        this.#awaitRead();
        this.#deliver();
      }
    }
    this.#isPaused = this.#receive === undefined && this.#reader.unreadBytes > maxUnreadBytes;
    return !this.#isPaused;
  }

  hasEnded(): void {
    this.#isAtEnd = true;
    if (this.#upgrade !== undefined) {
      this.#continueUpgrade((reader) => reader.end());
    } else if (this.#receive !== undefined) {
      this.#deliver();
    }
  }

  hasFailed(error: NodeJS.ErrnoException): void {
    const failure = socketFailure(error, this.url.host);
    if (!this.#fail(failure)) {
      this.#failure = failure;
    }
  }

  #continueUpgrade(read: (reader: UpgradeReader) => UpgradeResponse | undefined): void {
    const upgrade = this.#upgrade;
    if (upgrade === undefined) {
      return;
    }
    let response: UpgradeResponse | undefined;
    try {
      response = read(upgrade.reader);
    } catch (error) {
      this.#fail(error as Error);
      return;
    }
    if (response === undefined) {
      return;
    }
    this.#upgrade = undefined;
    this.#environment.wheel.remove(this);
    this.#reader.add(Buffer.from(response.rest));
    this.#state = 'CONNECTED';
    const { headers, sizeBytes: responseBytes } = response;
    upgrade.done({ headers, responseBytes, requestBytes: upgrade.requestBytes });
  }

  /** Completes the pending `receive` with the next frame or failure, if there is one. */
  #deliver(): void {
    let outcome: Frame | Error | undefined;
    try {
      outcome = this.#reader.next();
    } catch (error) {
      outcome = error as Error;
    }
    if (outcome === undefined && this.#failure !== undefined) {
      outcome = this.#failure;
      this.#failure = undefined;
    }
    if (outcome === undefined && this.#isAtEnd) {
      outcome = this.#reader.atEnd();
    }
    if (outcome === undefined) {
      if (this.#isPaused) {
        this.#isPaused = false;
        this.#socket?.resume();
      }
      return;
    }
    if (!(outcome instanceof Error) && outcome.kind === 'close') {
      this.#hasClosed();
    }
    this.#endReceive(outcome);
  }

  /** The server has sent a close frame. */
  #hasClosed(): void {
    if (this.#state === 'CONNECTED') {
      this.#state = 'CLOSED_SERVER';
    } else {
      this.dispose();
    }
  }

  #endReceive(outcome: Frame | Error): void {
    const done = this.#receive;
    this.#receive = undefined;
    this.#environment.wheel.remove(this);
    done?.(outcome);
  }

  /** Fails the current operation; returns false if there is none. */
  #fail(error: Error): boolean {
    const upgrade = this.#upgrade;
    if (upgrade !== undefined) {
      this.#upgrade = undefined;
      this.dispose();
      upgrade.done(error);
      return true;
    }
    if (this.#receive !== undefined) {
      this.#endReceive(error);
      return true;
    }
    const isSending = this.#sent !== undefined;
    this.#endSend(error);
    return isSending;
  }
}

/** Path and query. */
export const targetOf = ({ path, query }: JavaUrl) => (query === undefined ? path : `${path}?${query}`);

const frameNames: Readonly<Record<FrameKind, string>> = {
  text: 'data',
  binary: 'data',
  close: 'close',
  ping: 'ping',
  pong: 'pong',
};

const illegalState = (message: string) =>
  new WebSocketFailure('other', `java.lang.IllegalStateException: ${message}`);

function onConnect(this: OwnedSocket): void {
  this.owner?.hasConnected();
}

/** Called by Node.js with the socket as `this`, contrary to its types. */
function onRead(this: unknown, length: number, buffer: Uint8Array): boolean {
  return (this as OwnedSocket).owner?.hasRead((buffer as Buffer).subarray(0, length)) ?? true;
}

function onEnd(this: OwnedSocket): void {
  this.owner?.hasEnded();
}

function onError(this: OwnedSocket, error: NodeJS.ErrnoException): void {
  this.owner?.hasFailed(error);
}
