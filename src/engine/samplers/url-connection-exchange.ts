import { type CookieJar, storeCookies } from '../configs/cookie-manager.ts';
import type { BodyUse, User } from '../core.ts';
import type { Connection, Exchange } from '../http/connection.ts';
import type { HttpCache } from '../http/http-cache.ts';
import type { HttpError } from '../http/http-error.ts';
import { addressOf, failResult, JavaException, shortageWarning } from '../http/http-failure.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { HttpResult } from '../http/http-result.ts';
import type { JavaUrl } from '../http/java-url.ts';
import { routeTo, textOf } from '../http/known-url.ts';
import { headerValue } from '../http/response-facts.ts';
import type { ResponseParser } from '../http/response-parser.ts';
import { fillFromUrlConnection } from '../http/url-connection/fill-result.ts';
import type { IdleConnections } from '../http/url-connection/idle-connections.ts';
import { NotProven } from '../http/url-connection/not-proven.ts';
import { RequestHeaders } from '../http/url-connection/request-headers.ts';
import { responseLines } from '../http/url-connection/response-lines.ts';
import type { UserConnections } from '../http/user-connections.ts';
import type { HttpCall } from './evaluated-call.ts';

const maxPort = 65_535;
const noBytes = Buffer.alloc(0);

/** Shared by samplers with the implementation Java. */
export interface UrlConnectionClient {
  readonly userAgent: string;
  readonly idle: IdleConnections;
  /** Value of the header Authorization. */
  readonly authorize: ((user: User, url: JavaUrl) => string | undefined) | undefined;
}

/** The sample that a request belongs to. */
export interface UrlConnectionSample {
  readonly client: UrlConnectionClient;
  readonly user: User;
  readonly connections: UserConnections;
  readonly cookies: CookieJar | undefined;
  readonly cache: HttpCache | undefined;
  readonly bodyUse: BodyUse;
  readonly isMd5: boolean;
  readonly followsRedirects: boolean;
  nowMs(): number;
  /** Called with the response, or with the result of a failed request. */
  onResponse(result: HttpResult): void;
}

/** One request of java.net.HttpURLConnection, which JMeter uses for the implementation Java. */
export class UrlConnectionExchange implements Exchange {
  readonly #sample: UrlConnectionSample;
  readonly #call: HttpCall;
  readonly #request: HttpRequest;
  readonly #result: HttpResult;
  #connection: Connection | undefined;
  /** Java sends a request once more when the connection ends before the response. */
  #mayRepeat = true;

  request: Buffer | string = '';
  readonly isHeadRequest: boolean;
  readonly keepsHead = true;
  readonly keepsBody: boolean;
  readonly responseTimeoutMs: number;

  constructor(sample: UrlConnectionSample, call: HttpCall, request: HttpRequest, result: HttpResult) {
    this.#sample = sample;
    this.#call = call;
    this.#request = { ...request, authorization: sample.client.authorize?.(sample.user, request.url) };
    this.#result = result;
    this.isHeadRequest = request.method === 'HEAD';
    this.keepsBody = sample.bodyUse !== 'none' || sample.isMd5;
    this.responseTimeoutMs = call.responseTimeoutMs;
  }

  abort(): void {
    this.#connection?.abort(this);
  }

  /** Throws NotProven if the host is invalid, and Java's exception if the port is out of range. */
  send(): void {
    const { url, entity } = this.#request;
    if (url.host === '' || /\s|%20|%0[9ad]/i.test(url.host)) {
      throw new NotProven(`The address ${textOf(url)} has no valid host`);
    }
    const headers = RequestHeaders.of(this.#request);
    const head = headers.wireHead(this.#request, this.#sample.client.userAgent);
    this.#result.ownHeaders = headers;
    this.#result.requestHead = head;
    if (url.port > maxPort) {
      throw new JavaException('java.lang.IllegalArgumentException', `port out of range:${url.port}`);
    }
    const isPlain = !entity && /^[\0-\x7f]*$/.test(head);
    this.request = isPlain ? head : Buffer.concat([Buffer.from(head), entity?.bytes ?? noBytes]);
    const route = routeTo(url, this.#call.connectTimeoutMs);
    const kept = this.#sample.client.idle.take(route.key, this.#sample.nowMs());
    // On a kept connection that the server has closed, Java fails and uses its one repeat.
    this.#mayRepeat = kept === undefined || kept.isFree;
    this.#sendOn(kept?.isFree ? kept : this.#sample.connections.open(route));
  }

  #sendOn(connection: Connection): void {
    this.#connection = connection;
    if (connection.requests === 0) {
      this.isSent(connection.connectStartMs);
    }
    connection.send(this);
  }

  isSent(nowMs: number): void {
    this.#result.startMs ||= nowMs;
  }

  done(connection: Connection): void {
    const result = this.#result;
    result.endMs = connection.lastByteMs;
    result.latencyMs = (connection.firstBodyMs || connection.lastByteMs) - result.startMs;
    try {
      this.#read(connection);
    } catch (error) {
      connection.close();
      if (error instanceof NotProven) {
        refuse(this.#sample.user, error);
      }
      failResult(result, error, addressOf(connection.route), true);
    }
    this.#sample.connections.batcher.add(this);
  }

  #read(connection: Connection): void {
    const { client, isMd5, bodyUse, cookies, cache, followsRedirects, nowMs } = this.#sample;
    const result = this.#result;
    const { parser } = connection;
    checkResponse(parser);
    const { keepAlive } = responseLines(parser.head);
    const isWhole = fillFromUrlConnection(result, connection, isMd5, bodyUse);
    if (connection.isFree && keepAlive && isWhole) {
      client.idle.keep(connection, keepAlive.seconds, nowMs());
    } else {
      connection.close();
    }
    if (result.isRedirect && followsRedirects && headerValue(parser.head, 'location') === undefined) {
      throw new NotProven(`The redirect of ${result.url} has no location`);
    }
    if (cookies && result.location && parser.hasCookies) {
      storeCookies(cookies, result.responseHead, result.location);
    }
    cache?.save(result);
  }

  /** Called in a slice after the response was read. */
  resume(): void {
    this.#sample.onResponse(this.#result);
  }

  failed(connection: Connection, error: HttpError): void {
    const { parser, isConnected, firstBodyMs } = connection;
    const isUnanswered = !parser.hasHead && (error.problem === 'no-response' || error.problem === 'reset');
    if (this.#mayRepeat && isConnected && isUnanswered) {
      this.#mayRepeat = false;
      this.#sendOn(this.#sample.connections.open(connection.route));
      return;
    }
    if (error.problem === 'early-end' && parser.hasLength) {
      // Java accepts a body that is shorter than its Content-Length.
      this.done(connection);
      return;
    }
    const result = this.#result;
    const { user, nowMs } = this.#sample;
    result.endMs = nowMs();
    result.startMs ||= result.endMs;
    result.latencyMs = firstBodyMs === 0 ? 0 : firstBodyMs - result.startMs;
    if (!isConnected) {
      // JMeter has written no body yet.
      result.queryString = '';
    }
    if (error.problem === 'malformed') {
      refuse(user, new NotProven('A response is not valid HTTP'));
    }
    failResult(result, error, addressOf(connection.route), true);
    const warning = shortageWarning(error);
    if (warning !== undefined) {
      user.runner.warn(warning);
    }
    this.#sample.onResponse(result);
  }
}

/** Stops the test: only Apache JMeter supports this case. */
export function refuse(user: User, { message }: NotProven): void {
  user.runner.refuse(`${message}, which only Apache JMeter handles with the implementation Java.`);
}

/** JMeter handles I/O exceptions; others fail the whole sample. */
export const isUnexpected = (error: unknown): boolean =>
  error instanceof NotProven || (error instanceof JavaException && error.javaClass.startsWith('java.lang.'));

/** Rejects responses whose bodies Java reads differently from HttpClient. */
function checkResponse({ status, interimBytes }: ResponseParser): void {
  if (status === 101 || status === 205) {
    throw new NotProven(`A response has the status ${status}`);
  }
  if (interimBytes > 0) {
    throw new NotProven('A response comes after an interim one');
  }
}
