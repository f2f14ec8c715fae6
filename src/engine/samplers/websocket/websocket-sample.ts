import { grownCapacity, hashOrder } from '../../../languages/java/hash-order.ts';
import { javaTrim } from '../../../languages/java/java-text.ts';
import type { CookieManager } from '../../configs/cookie-manager.ts';
import type { ScopedHeaders } from '../../configs/header-manager.ts';
import { pending, type User } from '../../core.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import type { HeaderLine } from '../../http/http-request.ts';
import type { JavaUrl } from '../../http/java-url.ts';
import { tlsSessionsOf } from '../../http/tls-sessions.ts';
import { describeFrame, type Frame, type FrameKind, frameType } from '../../http/websocket/frame.ts';
import { CompressedFrame } from '../../http/websocket/frame-reader.ts';
import { targetOf, type Upgraded, WebSocketClient } from '../../http/websocket/websocket-client.ts';
import { WebSocketFailure } from '../../http/websocket/websocket-failure.ts';
import { Result } from '../../state/result.ts';
import { type FrameFilter, receiveFiltered } from './frame-filters.ts';
import type { RunningSample, WebSocketKind } from './websocket-kind.ts';
import type { WebSocketSettings } from './websocket-settings.ts';

/** The connection of a user, which all its WebSocket samplers share. */
export interface UserWebSocket {
  client: WebSocketClient | undefined;
  sample: WebSocketSample | undefined;
}

/** Shared by all samples of a sampler. */
export interface WebSocketParts {
  readonly kind: WebSocketKind;
  readonly settings: WebSocketSettings;
  /** Undefined without a header manager in scope. */
  readonly headers: ScopedHeaders | undefined;
  readonly cookies: CookieManager | undefined;
  readonly filters: readonly FrameFilter[];
}

/** One sample: opens a connection if its sampler requires a new one, then runs its kind. */
export class WebSocketSample implements RunningSample {
  readonly user: User;
  readonly result = new Result();
  readonly #parts: WebSocketParts;
  readonly #environment: HttpEnvironment;
  readonly #own: UserWebSocket;
  #client: WebSocketClient | undefined;
  /** The response to the upgrade, if this sample opened the connection. */
  #upgraded: Upgraded | undefined;
  #readMs = 0;
  #isOver = false;
  /** Set when the sample throws. */
  #error: unknown;

  constructor(parts: WebSocketParts, user: User, environment: HttpEnvironment, own: UserWebSocket) {
    this.#parts = parts;
    this.user = user;
    this.#environment = environment;
    this.#own = own;
  }

  start(label: string): Result | typeof pending {
    const { result, user } = this;
    const { kind, settings } = this.#parts;
    result.label = label;
    // JMeter measures no time without a connection.
    result.startMs = user.runner.nowMs();
    result.endMs = result.startMs;
    const problem = kind.problem(settings, user);
    if (problem !== undefined) {
      result.code = 'Sampler error';
      result.message = `Sampler error: ${problem}`;
      return result;
    }
    const timeouts = settings.timeouts(user);
    this.#readMs = timeouts.readMs;
    const client = kind.isNew ? this.#openNew() : this.#own.client;
    if (client === undefined) {
      kind.failUnconnected(result);
      return result;
    }
    this.#client = client;
    const headers = client.isConnected ? undefined : this.#upgradeHeaders(client.url);
    result.startMs = user.runner.nowMs();
    if (headers === undefined) {
      result.samplerData = `Connect URL:\n${urlText(client)}\n(using existing connection)\n`;
      this.#do(() => kind.run(this));
    } else {
      result.samplerData = `Connect URL:\n${urlText(client)}\n`;
      client.connect(headers, timeouts, (outcome) => this.#do(() => this.#hasConnected(outcome)));
    }
    return pending;
  }

  #openNew(): WebSocketClient {
    this.#own.client?.dispose();
    const url = this.#parts.settings.url(this.user);
    return new WebSocketClient(this.#environment, url, tlsSessionsOf(this.user));
  }

  /** Headers of the upgrade request, in the order of the plugin's HashMap. */
  #upgradeHeaders(url: JavaUrl): HeaderLine[] {
    const { headers, cookies } = this.#parts;
    if (!headers && !cookies) {
      return [];
    }
    const named = new Map<string, string>();
    for (const [name, value] of headers?.evaluate(this.user) ?? []) {
      if (javaTrim(name) !== '') {
        named.set(name, value);
      }
    }
    const cookie = cookies?.jarOf(this.user).headerFor(url) ?? '';
    if (cookie !== '') {
      named.set('Cookie', cookie);
    }
    const lines = hashOrder([...named], grownCapacity(named.size));
    this.result.requestHeaders = lines.map(([name, value]) => `${name}: ${value}`).join('\n');
    return lines;
  }

  #hasConnected(outcome: Upgraded | Error): void {
    if (outcome instanceof Error) {
      this.#fail(outcome);
      return;
    }
    const { result } = this;
    this.#upgraded = outcome;
    result.connectMs = this.user.runner.nowMs() - result.startMs;
    result.headerBytes = outcome.responseBytes;
    result.sentBytes = outcome.requestBytes;
    this.#parts.kind.run(this);
  }

  send(kind: FrameKind, payload: Buffer, then: () => void): void {
    this.#client?.send(kind, payload, (outcome) =>
      this.#do(() => {
        if (outcome instanceof Error) {
          this.#fail(outcome);
        } else {
          this.result.sentBytes = outcome;
          then();
        }
      }),
    );
  }

  receive(then: (frame: Frame | undefined) => void, isOptional = false): void {
    const client = this.#client;
    if (client === undefined) {
      return;
    }
    const { user, result } = this;
    receiveFiltered(this.#parts.filters, { client, user, result }, this.#readMs, (outcome) =>
      this.#do(() => {
        if (!(outcome instanceof Error)) {
          then(outcome);
        } else if (isOptional && outcome instanceof WebSocketFailure && outcome.problem === 'timeout') {
          then(undefined);
        } else {
          this.#fail(outcome);
        }
      }),
    );
  }

  succeed(frame?: Frame): void {
    const { result } = this;
    result.endMs = this.user.runner.nowMs();
    if (frame !== undefined) {
      result.headerBytes += frame.sizeBytes - frame.payload.length;
      result.bodyBytes += frame.payload.length;
    }
    if (this.#upgraded) {
      result.code = '101';
      result.message = 'Switching Protocols';
      result.responseHeaders = this.#upgraded.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
    } else {
      result.code = '200';
      result.message = 'OK';
    }
    result.isSuccess = true;
    this.#parts.kind.complete?.(this, frame);
    this.#end();
  }

  failUnexpected(frame: Frame): void {
    const { result } = this;
    result.endMs = this.user.runner.nowMs();
    result.code = `Sampler error: unexpected frame type (${frameType(frame)}).`;
    result.message = `Received: ${describeFrame(frame)}`;
    this.#end();
  }

  failWith(code: string, message: string, endMs = this.user.runner.nowMs()): void {
    const { result } = this;
    result.endMs = endMs;
    result.code = code;
    result.message = message;
    this.#end();
  }

  #fail(error: Error): void {
    if (error instanceof CompressedFrame) {
      this.user.runner.refuse('Only Apache JMeter reads compressed WebSocket messages (permessage-deflate).');
    }
    const failure = error instanceof WebSocketFailure ? error : new WebSocketFailure('io', error.message);
    const { message, status } = failure;
    switch (failure.problem) {
      case 'upgrade':
        this.failWith(status, message);
        return;
      case 'io':
      case 'timeout':
        this.failWith('Websocket I/O error', `WebSocket I/O error: ${message}`);
        return;
      case 'other':
        this.failWith('Sampler error', `Sampler error: ${message}`);
    }
  }

  /** Fails this sample only: other users must continue. */
  #do(work: () => void): void {
    if (this.#isOver) {
      return;
    }
    try {
      work();
    } catch (error) {
      if (error instanceof WebSocketFailure) {
        this.#fail(error);
      } else {
        this.#error = error;
        this.#end();
      }
    }
  }

  #end(): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    const own = this.#own;
    const client = this.#client;
    if (this.#upgraded) {
      own.client = client;
    } else if (!client?.isConnected) {
      client?.dispose();
      own.client = undefined;
    }
    own.sample = undefined;
    this.#environment.batcher.add(this);
  }

  resume(): void {
    const { user, result } = this;
    if (this.#error === undefined) {
      user.runner.finishSample(user, result);
    } else {
      user.runner.failSample(user, this.#error);
    }
  }

  /** Ends the sample and its connection. */
  interrupt(): void {
    this.#client?.abort();
  }
}

function urlText({ url }: WebSocketClient): string {
  const target = targetOf(url);
  const scheme = url.protocol === 'https' ? 'wss' : 'ws';
  return `${scheme}://${url.host}:${url.port}${target.startsWith('/') ? '' : '/'}${target}`;
}
