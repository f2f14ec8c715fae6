import type { AuthOpener } from '../configs/auth-manager.ts';
import { type CookieJar, storeCookies } from '../configs/cookie-manager.ts';
import type { BodyUse, ResponseUse, User } from '../core.ts';
import type { AuthExchange } from '../http/auth/auth-exchange.ts';
import { authorizedHead } from '../http/auth/authorized-head.ts';
import type { Connection, Exchange } from '../http/connection.ts';
import type { HttpCache } from '../http/http-cache.ts';
import { HttpError } from '../http/http-error.ts';
import { addressOf, failResult, JavaException, shortageWarning } from '../http/http-failure.ts';
import { awaitedBody, type HttpRequest, isLast, wireHead, wireRequest } from '../http/http-request.ts';
import { HttpResult } from '../http/http-result.ts';
import type { JavaUrl } from '../http/java-url.ts';
import { checkUrl, hasHost, routeTo, textOf } from '../http/known-url.ts';
import { fillFromBeginning, fillFromResponse, latencyOf } from '../http/response-facts.ts';
import { withTraceParent } from '../http/trace-parent.ts';
import { Tunnel } from '../http/tunnel.ts';
import { NotProven } from '../http/url-connection/not-proven.ts';
import type { UserConnections } from '../http/user-connections.ts';
import type { HttpCall } from './evaluated-call.ts';
import {
  HiddenRedirects,
  hiddenLocation,
  isElsewhere,
  locationInLine,
  unanswered,
} from './hidden-redirects.ts';
import { ownCookies } from './http-call.ts';
import { requestOf } from './http-entity.ts';
import type { HttpProperties } from './http-properties.ts';
import { throughProxy } from './http-via.ts';
import { isAskedByProxy, proxyAuth } from './proxy-auth.ts';
import {
  isUnexpected,
  refuse,
  type UrlConnectionClient,
  UrlConnectionExchange,
  type UrlConnectionSample,
} from './url-connection-exchange.ts';

const maxPort = 65_535;

/** Shared by all samples of a sampler. */
export interface HttpParts {
  readonly bodyUse: BodyUse;
  readonly answers: ResponseUse;
  readonly properties: HttpProperties;
  readonly openAuth: AuthOpener | undefined;
  readonly openCache: ((user: User) => HttpCache) | undefined;
  /** Set if the implementation is Java. */
  readonly urlConnection: UrlConnectionClient | undefined;
  /** No feature reads or changes single headers, so they can be rendered as one text. */
  readonly mayBePlain: boolean;
  /** Functional mode: results of single requests are labelled with their URL. */
  readonly isFunctional: boolean;
  readonly userAgent: string;
  readonly nextTraceParent: (() => string) | undefined;
  nowMs(): number;
  cachedNowMs(): number;
}

/**
 * Sends a request, and repeats it until there is a final response: after authentication challenges, and for redirects
 * that HttpClient follows. Subclasses process the response, so that one object per sample is enough.
 */
export abstract class HttpExchange implements Exchange {
  protected readonly parts: HttpParts;
  protected readonly user: User;
  protected readonly cookies: CookieJar | undefined;
  protected readonly connections: UserConnections;
  protected call: HttpCall | undefined;
  /** No further request may be sent. */
  protected isInterrupted = false;
  #hiddenRedirects: HiddenRedirects | undefined;
  #result: HttpResult | undefined;
  #request: HttpRequest | undefined;
  readonly #cache: HttpCache | undefined;
  #auth: AuthExchange | undefined;
  #proxyAuth: AuthExchange | undefined;
  /** An error known before sending; reported when the request has ended. */
  #problem: unknown;
  #connection: Connection | undefined;
  #urlConnection: UrlConnectionExchange | undefined;
  #isNew = false;
  /** No byte of the current request was sent. */
  #isStarting = false;

  // Fields of `Exchange`, for the connection.
  request: Buffer | string = '';
  awaitedBody: Buffer | undefined;
  isHeadRequest = false;
  readonly keepsHead = true;
  readonly keepsBody: boolean;
  readonly #bodyUse: BodyUse;
  responseTimeoutMs = 0;

  constructor(parts: HttpParts, user: User, cookies: CookieJar | undefined, connections: UserConnections) {
    this.parts = parts;
    this.user = user;
    this.cookies = cookies;
    this.#cache = parts.openCache?.(user);
    this.connections = connections;
    this.#bodyUse = parts.answers.isReadLater ? 'bytes' : parts.bodyUse;
    this.keepsBody = this.#bodyUse !== 'none' || parts.properties.isMd5;
  }

  /** Called with the final response, or with the result of a failed request. */
  protected abstract onResponse(result: HttpResult): void;

  /** Called if the cache has a fresh response, so that no request is sent. */
  protected abstract cached(): void;

  protected abort(): void {
    this.#connection?.abort(this);
    this.#urlConnection?.abort();
  }

  protected ask(call: HttpCall, method: string, url: JavaUrl, label: string, isFollowing: boolean): void {
    const { properties, nowMs } = this.parts;
    const result = new HttpResult(this.parts.isFunctional ? textOf(url) : label, method);
    this.#result = result;
    this.#isStarting = true;
    result.setLocation(url);
    try {
      if (this.isInterrupted) {
        throw new HttpError('aborted', 'Request was aborted');
      }
      const { urlConnection } = this.parts;
      if (urlConnection === undefined) {
        checkUrl(url);
        call = this.#through(call);
      }
      const cookieHeader = this.cookies?.headerFor(url) ?? '';
      const asked = requestOf(properties, call, method, url, cookieHeader, isFollowing);
      const request = this.#cache ? this.#cache.withConditions(asked, result.url) : asked;
      result.cookies = cookieHeader || ownCookies(call);
      if (this.#cache?.isFresh(request, result.url)) {
        this.cached();
        return;
      }
      result.queryString = asked.bodyText;
      if (urlConnection) {
        this.#sendByUrlConnection(urlConnection, call, request, result);
        return;
      }
      this.#auth = this.parts.openAuth?.(this.user, url, call.via);
      if (call.via !== undefined) {
        const hasManagers = this.parts.openAuth !== undefined;
        this.#proxyAuth = proxyAuth(this.user, this.connections, url, call.via, hasManagers);
        this.connections.isReset = false;
      }
      this.#problem = asked.problem;
      if (asked.problem !== undefined) {
        this.#refuseBefore(call, request, result, asked.problem);
      }
      this.#send(call, request, result);
    } catch (error) {
      if (properties.isOfUrlConnection && isUnexpected(error)) {
        if (error instanceof NotProven) {
          refuse(this.user, error);
        }
        throw error;
      }
      result.startMs ||= nowMs();
      result.endMs = nowMs();
      failResult(result, error, addressOf(routeTo(url, call.connectTimeoutMs, call.via)));
      this.onResponse(result);
    }
  }

  #sendByUrlConnection(
    client: UrlConnectionClient,
    call: HttpCall,
    request: HttpRequest,
    result: HttpResult,
  ): void {
    const { isMd5, followsRedirects } = this.parts.properties;
    const sample: UrlConnectionSample = {
      client,
      isMd5,
      followsRedirects,
      user: this.user,
      connections: this.connections,
      cookies: this.cookies,
      cache: this.#cache,
      bodyUse: this.#bodyUse,
      nowMs: this.parts.nowMs,
      onResponse: (answered) => this.onResponse(answered),
    };
    this.#urlConnection = new UrlConnectionExchange(sample, call, request, result);
    this.#urlConnection.send();
  }

  /**
   * HttpClient detects a missing file after it has sent the head of the request. If the file is the whole body, the server
   * has received a complete request; of a form it has not, so the server does not see it.
   */
  #refuseBefore(call: HttpCall, request: HttpRequest, result: HttpResult, problem: unknown): void {
    if (!(problem instanceof JavaException && problem.javaClass.startsWith('java.io.'))) {
      throw problem;
    }
    if (request.entity?.type !== '') {
      result.requestHead = authorizedHead(request, this.parts.userAgent, this.#auth, undefined);
      this.connections.drop(routeTo(request.url, call.connectTimeoutMs, call.via));
      throw problem;
    }
  }

  /** Evaluates proxy and source address once, with the sample's first request. */
  #through(call: HttpCall): HttpCall {
    const { via } = this.parts.properties;
    if (via === undefined || call.via !== undefined) {
      return call;
    }
    const through = { ...call, via: via(this.user) };
    this.call = through;
    return through;
  }

  #openTunnel(call: HttpCall, request: HttpRequest, result: HttpResult, first: Connection): void {
    const tunnel = new Tunnel(request, this.parts.userAgent, this.#proxyAuth, call.responseTimeoutMs, {
      opened: (connection) => connection.send(this),
      askedAgain: (connection) => {
        const next = connection.isClosed
          ? this.connections.take(connection.route, this.parts.nowMs())
          : connection;
        this.#connection = next;
        tunnel.ask(next);
      },
      refused: (connection, head) => {
        result.requestHead = head;
        this.done(connection);
      },
      failed: (connection, error) => this.failed(connection, error),
    });
    tunnel.ask(first);
  }

  #send(call: HttpCall, asked: HttpRequest, result: HttpResult): void {
    const request = call.via === undefined ? asked : throughProxy(asked, call.via);
    const { url } = request;
    if (!hasHost(url)) {
      throw new JavaException(
        'org.apache.http.client.ClientProtocolException',
        `URI does not specify a valid host name: ${textOf(url)}`,
      );
    }
    this.#request = request;
    const isUnsupported = call.via?.proxy?.hasScheme === false;
    if (isUnsupported || url.port > maxPort) {
      // Connecting fails immediately. Set before the head is built, so that the connect time is above zero, as in
      // JMeter.
      result.startMs ||= this.parts.nowMs();
    }
    const { userAgent, nextTraceParent } = this.parts;
    let head = authorizedHead(request, userAgent, this.#auth, this.#proxyAuth);
    if (nextTraceParent !== undefined) {
      head = withTraceParent(head, nextTraceParent());
    }
    result.requestHead = head;
    if (isUnsupported) {
      const problem = ' protocol is not supported';
      result.connectMs = this.parts.nowMs() - result.startMs;
      throw new JavaException('org.apache.http.conn.UnsupportedSchemeException', problem);
    }
    this.awaitedBody = awaitedBody(request);
    this.request = this.awaitedBody === undefined ? wireRequest(request, head, call.isSafe) : wireHead(head);
    this.isHeadRequest = request.method === 'HEAD';
    this.responseTimeoutMs = call.responseTimeoutMs;
    const route = routeTo(url, call.connectTimeoutMs, call.via);
    const connection = this.connections.take(route, this.parts.cachedNowMs());
    this.#connection = connection;
    this.#isNew = connection.requests === 0;
    if (this.#isNew) {
      // The sample includes the time to connect.
      this.isSent(connection.connectStartMs);
    }
    if (connection.needsTunnel) {
      this.#openTunnel(call, request, result, connection);
    } else {
      connection.send(this);
    }
  }

  done(connection: Connection): void {
    const result = this.#result as HttpResult;
    const request = this.#request as HttpRequest;
    this.#leave(connection, request);
    result.endMs = connection.lastByteMs;
    if (this.#isNew) {
      result.connectMs = connection.connectEndMs - result.startMs;
    }
    if (this.#problem !== undefined) {
      connection.close();
      failResult(result, this.#problem, addressOf(connection.route));
      this.onResponse(result);
      return;
    }
    result.latencyMs = latencyOf(connection, result.startMs);
    try {
      if (this.#isAskedAgain(connection, request)) {
        this.#send(this.call as HttpCall, request, result);
        return;
      }
      const location = this.#fillFrom(connection, result, request);
      if (location !== undefined) {
        this.#followHidden(result, request, location);
        return;
      }
      this.connections.hasUserToken = true;
      if (this.parts.properties.redirectsItself) {
        result.setLocation(locationInLine(request));
      }
      if (this.cookies && result.location && connection.parser.hasCookies) {
        storeCookies(this.cookies, result.responseHead, result.location);
      }
      this.#cache?.save(result);
    } catch (error) {
      failResult(this.#result as HttpResult, error, addressOf(connection.route));
    }
    this.connections.batcher.add(this);
  }

  /** Fills the result; returns the location of a redirect that HttpClient follows automatically. */
  #fillFrom(connection: Connection, result: HttpResult, request: HttpRequest): string | undefined {
    const { isMd5, redirectsItself } = this.parts.properties;
    try {
      fillFromResponse(result, connection, isMd5, this.#bodyUse);
    } catch (error) {
      // The result is broken, but HttpClient has returned a response.
      this.connections.hasUserToken = true;
      throw error;
    }
    return redirectsItself ? hiddenLocation(result, request.method) : undefined;
  }

  /** Whether server or proxy challenged the request, so that it is sent again with credentials. */
  #isAskedAgain({ parser }: Connection, request: HttpRequest): boolean {
    if (this.#auth?.isAskedAgain(parser.status, parser.head, request)) {
      return true;
    }
    if (this.#proxyAuth === undefined) {
      return false;
    }
    const via = this.call?.via;
    return via !== undefined && isAskedByProxy(this.connections, request, via, this.#proxyAuth, parser);
  }

  /** Starts the sample when its request is written: time spent on other users before that does not count. */
  isSent(nowMs: number): void {
    if (this.#isStarting && this.#result) {
      this.#isStarting = false;
      this.#result.startMs = nowMs;
    }
  }

  /** Called in a slice after the response was read. */
  resume(): void {
    this.onResponse(this.#result as HttpResult);
  }

  failed(connection: Connection, error: HttpError): void {
    const result = this.#result as HttpResult;
    result.endMs = this.parts.nowMs();
    // The request may have failed before it was sent.
    result.startMs ||= result.endMs;
    if (this.#isNew) {
      result.connectMs = (connection.isConnected ? connection.connectEndMs : result.endMs) - result.startMs;
    }
    fillFromBeginning(result, connection);
    this.connections.hasUserToken ||= connection.parser.hasHead;
    failResult(result, error, addressOf(connection.route));
    const warning = shortageWarning(error);
    if (warning !== undefined) {
      this.user.runner.warn(warning);
    }
    this.onResponse(result);
  }

  #leave(connection: Connection, request: HttpRequest): void {
    if (isLast(request)) {
      connection.close();
    } else {
      this.connections.release(connection, connection.parser.keepAliveSeconds);
    }
  }

  #followHidden(result: HttpResult, request: HttpRequest, location: string): void {
    const fresh = unanswered(result);
    this.#result = fresh;
    this.#hiddenRedirects ??= new HiddenRedirects();
    const following = this.#hiddenRedirects.next(request, result.code, location);
    if (isElsewhere(request.url, following.url)) {
      this.#auth?.reset();
    }
    this.#send(this.call as HttpCall, following, fresh);
  }
}
