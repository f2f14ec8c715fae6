import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Log } from '../lib/log.ts';
import { agentRoutes, formatNodeAuthorization } from '../protocol/agent-routes.ts';
import type { AgentMessage, ServiceMessage } from '../protocol/messages.ts';
import { parseServiceMessage } from '../protocol/parse-message.ts';
import { Backoff } from './backoff.ts';
import { type ServiceAddress, trustOf } from './service-client.ts';

export interface UplinkOptions {
  address: ServiceAddress;
  nodeId: string;
  credential: string;
  log: Log;
  /** Done before each dialling. */
  prepare(): Promise<void>;
  /** What to say first on each new connection. */
  hello(): AgentMessage;
  onOpen(): void;
  onClose(): void;
  onMessage(message: ServiceMessage): void;
  /** Between pings; a peer that is silent for four of them is dead. */
  pingEveryMs?: number;
}

const maxMessageBytes = 64 * 1024 * 1024;
const handshakeTimeoutMs = 15_000;

/** The one connection to the service, made again whenever it breaks. */
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

  /** False when there is no connection: whoever sends must be able to send again after the next hello. */
  send(message: AgentMessage): boolean {
    return this.#transmit(JSON.stringify(message));
  }

  sendFrames(bytes: Buffer): boolean {
    return this.#transmit(bytes);
  }

  /** Ends the present connection; a new one follows. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** Keeps connected until `signal`; resolves `refused` when the service will never let this node in again. */
  async run(signal: AbortSignal): Promise<'refused' | 'stopped'> {
    while (!signal.aborted) {
      await this.#options.prepare();
      const end = await this.#connectOnce(signal);
      if (signal.aborted) break;
      if (end.status === 401 || end.status === 410) return 'refused';
      const waitMs = this.#backoff.nextMs();
      this.#options.log.warn({ why: end.why, waitMs }, 'no connection to the service; trying again');
      await sleep(waitMs, undefined, { signal }).catch(() => {});
    }
    return 'stopped';
  }

  #transmit(data: string | Buffer): boolean {
    if (!this.#socket || !this.isOpen) return false;
    this.#socket.send(data);
    return true;
  }

  /** Lives through one connection, from dialling to its end. */
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
    socket.on('open', () => {
      wasOpen = true;
      watch = this.#watch(socket);
      log.info({ url: address.url }, 'connected');
      this.send(this.#options.hello());
      this.#options.onOpen();
    });
    socket.on('message', (data, isBinary) => {
      if (!isBinary) this.#receive(data.toString());
    });
    socket.on('unexpected-response', (request, response) => {
      status = response.statusCode;
      why = `the service answered ${response.statusCode}`;
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
      if (wasOpen) this.#options.onClose();
      resolve(status === undefined ? { why } : { why, status });
    });
    return promise;
  }

  /** Pings, and gives a silent connection up. */
  #watch(socket: WebSocket): NodeJS.Timeout {
    const everyMs = this.#options.pingEveryMs ?? 5000;
    let heardAt = performance.now();
    const heard = () => {
      heardAt = performance.now();
    };
    for (const event of ['message', 'ping', 'pong']) socket.on(event, heard);
    return setInterval(() => {
      if (performance.now() - heardAt > 4 * everyMs) {
        this.#options.log.warn({}, 'the service is silent; giving the connection up');
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
        this.#options.log.warn({ type: message.unknownType }, 'a message of a newer service was ignored');
        return;
      }
      if (message.type === 'welcome') this.#backoff.reset();
      this.#options.onMessage(message);
    } catch (error) {
      this.#options.log.error({ err: error }, 'a message of the service could not be used');
    }
  }
}
