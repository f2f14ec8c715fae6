import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Log } from '../lib/log.ts';
import { agentRoutes, formatNodeAuthorization } from '../protocol/agent-routes.ts';
import { type AgentMessage, incompatibleCode, type ServiceMessage } from '../protocol/messages.ts';
import { versionHeader } from '../protocol/node-bundle.ts';
import { parseServiceMessage } from '../protocol/parse-message.ts';
import { Backoff } from './backoff.ts';
import { type ServiceAddress, trustOf } from './service-client.ts';

export interface UplinkOptions {
  address: ServiceAddress;
  nodeId: string;
  credential: string;
  log: Log;
  /** Called before each connection attempt. */
  prepare(): Promise<void>;
  /** First message of each new connection. */
  hello(): AgentMessage;
  /** Called with the version of the service on each new connection; undefined if it does not state one. */
  onVersion(version: string | undefined): void;
  /** Called when the protocol versions of the agent and the service are incompatible. */
  onIncompatible(): void;
  onOpen(): void;
  onClose(): void;
  onMessage(message: ServiceMessage): void;
  /** Ping interval; four intervals without a message close the connection. */
  pingEveryMs?: number;
}

const maxMessageBytes = 64 * 1024 * 1024;
const handshakeTimeoutMs = 15_000;

/** The connection to the service; reconnects with backoff. */
export class Uplink {
  readonly #options: UplinkOptions;
  readonly #backoff = new Backoff();
  #socket: WebSocket | undefined;

  constructor(options: UplinkOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** False when disconnected: the caller must send again after the next hello. */
  send(message: AgentMessage): boolean {
    return this.#transmit(JSON.stringify(message));
  }

  sendFrames(bytes: Buffer): boolean {
    return this.#transmit(bytes);
  }

  /** Drops the connection and reconnects. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** Stays connected until `signal` aborts; resolves to `refused` when the service no longer accepts this node (401, 410). */
  async run(signal: AbortSignal): Promise<'refused' | 'stopped'> {
    while (!signal.aborted) {
      await this.#options.prepare();
      if (signal.aborted) break;
      const end = await this.#connectOnce(signal);
      if (signal.aborted) break;
      if (end.status === 401 || end.status === 410) return 'refused';
      const waitMs = this.#backoff.nextMs();
      this.#options.log.warn({ why: end.why, waitMs }, 'service.connection.failed');
      await sleep(waitMs, undefined, { signal }).catch(() => {});
    }
    return 'stopped';
  }

  #transmit(data: string | Buffer): boolean {
    if (!this.#socket || !this.isOpen) return false;
    this.#socket.send(data);
    return true;
  }

  /** Opens one connection and resolves when it has closed. */
  #connectOnce(signal: AbortSignal): Promise<{ why: string; status?: number }> {
    const { address, nodeId, credential, log } = this.#options;
    const socket = new WebSocket(address.url.replace(/^http/, 'ws') + agentRoutes.connect, {
      ...trustOf(address),
      headers: { authorization: formatNodeAuthorization(nodeId, credential) },
      handshakeTimeout: handshakeTimeoutMs,
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
    });
    this.#socket = socket;
    const { promise, resolve } = Promise.withResolvers<{ why: string; status?: number }>();
    let why = 'the connection was closed';
    let status: number | undefined;
    let watch: NodeJS.Timeout | undefined;
    let wasOpen = false;
    const leave = () => (wasOpen ? socket.close(1001) : socket.terminate());
    const terminateLater = () => setTimeout(() => socket.terminate(), 2000).unref();
    const onAbort = () => {
      leave();
      terminateLater();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('upgrade', (response) => {
      const version = response.headers[versionHeader];
      this.#options.onVersion(typeof version === 'string' ? version : undefined);
    });
    socket.on('open', () => {
      wasOpen = true;
      watch = this.#watch(socket);
      log.info({ url: address.url }, 'service.connected');
      this.send(this.#options.hello());
      this.#options.onOpen();
    });
    socket.on('message', (data, isBinary) => {
      if (!isBinary) this.#receive(data.toString());
    });
    socket.on('unexpected-response', (request, response) => {
      status = response.statusCode;
      why = `the service responded with status ${response.statusCode}`;
      request.destroy();
      socket.terminate();
    });
    socket.on('error', (error) => {
      if (status === undefined) why = error.message;
    });
    socket.on('close', (code, reason) => {
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
      if (wasOpen && code !== 1006) why = `the service closed the connection (${code} ${reason.toString()})`;
      this.#socket = undefined;
      if (code === incompatibleCode) this.#options.onIncompatible();
      if (wasOpen) this.#options.onClose();
      resolve(status === undefined ? { why } : { why, status });
    });
    return promise;
  }

  /** Sends pings and terminates a connection without incoming messages. */
  #watch(socket: WebSocket): NodeJS.Timeout {
    const everyMs = this.#options.pingEveryMs ?? 5000;
    let receivedAtMs = performance.now();
    const onReceived = () => {
      receivedAtMs = performance.now();
    };
    for (const event of ['message', 'ping', 'pong']) socket.on(event, onReceived);
    return setInterval(() => {
      if (performance.now() - receivedAtMs > 4 * everyMs) {
        this.#options.log.warn({}, 'service.connection.timed_out');
        socket.terminate();
      } else {
        socket.ping();
      }
    }, everyMs);
  }

  #receive(text: string): void {
    try {
      const message = parseServiceMessage(text);
      if (message.type === 'unknown') {
        this.#options.log.warn({ type: message.unknownType }, 'service.message.unknown');
        return;
      }
      if (message.type === 'welcome') this.#backoff.reset();
      this.#options.onMessage(message);
    } catch (error) {
      this.#options.log.error({ err: error }, 'service.message.invalid');
    }
  }
}
