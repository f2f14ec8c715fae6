import type { AuthOpener } from '../configs/auth-manager.ts';
import type { CookieJar } from '../configs/cookie-manager.ts';
import { type AnswerUse, type BodyUse, pending, type Text, type User } from '../core.ts';
import type { AuthExchange } from '../http/auth/auth-exchange.ts';
import { type Connection, type Exchange, HttpError, type Route } from '../http/connection.ts';
import type { HttpCache } from '../http/http-cache.ts';
import { failResult, JavaException, shortageOf } from '../http/http-failure.ts';
import { type HttpRequest, renderHead, wireHead } from '../http/http-request.ts';
import { HttpResult } from '../http/http-result.ts';
import { type JavaUrl, parseUrl, urlAuthority } from '../http/java-url.ts';
import { checkUrl, KnownUrl, routeTo, targetOf, textOf } from '../http/known-url.ts';
import { redirectLocation } from '../http/redirect-location.ts';
import { fillFromResponse, headerValue } from '../http/response-facts.ts';
import { Tunnel } from '../http/tunnel.ts';
import type { UserConnections } from '../http/user-connections.ts';
import { absoluteTarget } from '../http/via.ts';
import type { EmbeddedSettings } from './embedded-settings.ts';
import { evaluateCall, type HttpCall, headersAgain } from './http-call.ts';
import { requestOf } from './http-entity.ts';
import type { HttpProperties } from './http-properties.ts';
import { keepProxyAuth, proxyAuth } from './proxy-auth.ts';
import { ResourceDownload } from './resource-download.ts';

/** What all samples of a sampler share. */
export interface HttpSampleParts {
  readonly bodyUse: BodyUse;
  readonly answers: AnswerUse;
  readonly properties: HttpProperties;
  readonly openAuth: AuthOpener | undefined;
  readonly openCache: ((user: User) => HttpCache) | undefined;
  /** Nothing looks at single headers of the request. */
  readonly mayBePlain: boolean;
  readonly userAgent: string;
  nowMs(): number;
}

/** What a sample is that is part of a page. */
interface Resource {
  readonly call: HttpCall;
  readonly url: JavaUrl;
  /** How many pages are around it. */
  readonly depth: number;
  /** Called unless `start` has given the result already. */
  onEnd(result: HttpResult | undefined): void;
  /** What nobody expected is of the whole page. */
  onFailure(error: unknown): void;
}

/** As httpsampler.max_redirects has it. */
const maxRedirects = 20;

/** One sample of one user, with all requests that redirects make of it. */
export class HttpSample implements Exchange {
  readonly #parts: HttpSampleParts;
  readonly #user: User;
  readonly #name: Text;
  readonly #cookies: CookieJar | undefined;
  readonly #connections: UserConnections;
  readonly #resource: Resource | undefined;
  #download: ResourceDownload | undefined;
  #call: HttpCall | undefined;
  /** The whole, once a redirect is followed. */
  #total: HttpResult | undefined;
  #redirects = 0;
  /** Redirects that HttpClient follows by itself do not show. */
  #hiddenRedirects: string[] | undefined;
  #result: HttpResult | undefined;
  #request: HttpRequest | undefined;
  #cache: HttpCache | undefined;
  #auth: AuthExchange | undefined;
  #proxyAuth: AuthExchange | undefined;
  /** Known before, told when the request is through. */
  #problem: unknown;
  #connection: Connection | undefined;
  #isNew = false;
  /** Nothing of its request was sent yet. */
  #isStarting = false;
  /** Nothing more is to be asked for. */
  #isInterrupted = false;
  #hasStarted = false;
  #hasEnded = false;
  #isOver = false;
  #ended: HttpResult | undefined;

  // What the connection asks of an exchange.
  request: Buffer | string = '';
  isHeadRequest = false;
  readonly keepsHead = true;
  readonly keepsBody: boolean;
  readonly #bodyUse: BodyUse;
  responseTimeoutMs = 0;

  constructor(
    parts: HttpSampleParts,
    user: User,
    name: Text,
    cookies: CookieJar | undefined,
    connections: UserConnections,
    resource?: Resource,
  ) {
    this.#parts = parts;
    this.#user = user;
    this.#name = name;
    this.#cookies = cookies;
    this.#cache = parts.openCache?.(user);
    this.#connections = connections;
    this.#resource = resource;
    this.#bodyUse = parts.answers.isReadLater ? 'bytes' : parts.bodyUse;
    this.keepsBody = this.#bodyUse !== 'none' || parts.properties.isMd5;
  }

  /** The user's runner gets the result, unless it is returned here. Nothing comes of what the cache has. */
  start(): HttpResult | undefined | typeof pending {
    try {
      if (this.#resource) {
        this.#call = this.#resource.call;
        this.#ask(this.#call, 'GET', this.#resource.url, this.#name.evaluate(this.#user), false);
      } else {
        this.#connections.beginSample(this.#user);
        const { properties, mayBePlain } = this.#parts;
        const { call, url, label } = evaluateCall(properties, this.#user, mayBePlain, this.#name);
        this.#call = call;
        this.#ask(call, call.method, url, label, false);
      }
    } catch (error) {
      this.#isOver = true;
      return this.#brokenBy(error);
    }
    this.#hasStarted = true;
    return this.#hasEnded ? this.#ended : pending;
  }

  /** JMeter gives such a sample no name. */
  #brokenBy(error: unknown): HttpResult {
    const result = new HttpResult();
    result.startMs = this.#parts.nowMs();
    result.endMs = result.startMs;
    failResult(result, error, '');
    return result;
  }

  interrupt(): void {
    this.#isInterrupted = true;
    this.#download?.interrupt();
    this.#connection?.abort(this);
  }

  /** Only the request that is under way: a page goes on with the next of its resources. */
  breakOff(): void {
    if (this.#download) {
      this.#download.breakOff();
    } else {
      this.#connection?.abort(this);
    }
  }

  #ask(call: HttpCall, method: string, url: JavaUrl, label: string, isFollowing: boolean): void {
    const { properties, nowMs } = this.#parts;
    const result = new HttpResult();
    this.#result = result;
    this.#isStarting = true;
    result.label = label;
    result.method = method;
    result.setLocation(url);
    try {
      if (this.#isInterrupted) {
        throw new HttpError('aborted', 'Request was aborted');
      }
      checkUrl(url);
      call = this.#through(call);
      const cookieHeader = this.#cookies?.headerFor(url) ?? '';
      const asked = requestOf(properties, call, method, url, cookieHeader, isFollowing);
      const request = this.#cache ? this.#cache.withConditions(asked, result.url) : asked;
      result.cookies = cookieHeader || ownCookies(call);
      result.startMs = nowMs();
      if (this.#cache?.isFresh(request, result.url)) {
        this.#endCached();
        return;
      }
      result.queryString = asked.bodyText;
      this.#auth = this.#parts.openAuth?.(this.#user, url, call.via);
      if (call.via !== undefined) {
        const hasManagers = this.#parts.openAuth !== undefined;
        this.#proxyAuth = proxyAuth(this.#user, this.#connections, url, call.via, hasManagers);
        this.#connections.isReset = false;
      }
      this.#problem = asked.problem;
      if (asked.problem !== undefined) {
        this.#refuseBefore(call, request, result, asked.problem);
      }
      this.#send(call, request, result, result.startMs);
    } catch (error) {
      result.startMs ||= nowMs();
      result.endMs = nowMs();
      failResult(result, error, addressOf(routeTo(url, call.connectTimeoutMs, call.via)));
      this.#finishRequest(result);
    }
  }

  /**
   * HttpClient finds out that a file is missing when it has sent the head of the request, which is then all of a request
   * whose body is that file. Of a form it is not, so nobody hears of it.
   */
  #refuseBefore(call: HttpCall, request: HttpRequest, result: HttpResult, problem: unknown): void {
    if (!(problem instanceof JavaException && problem.javaClass.startsWith('java.io.'))) {
      throw problem;
    }
    if (request.entity?.type !== '') {
      result.requestHead = renderHead(request, this.#parts.userAgent, this.#authorization(request));
      this.#connections.drop(routeTo(request.url, call.connectTimeoutMs, call.via));
      throw problem;
    }
  }

  #authorization(request: HttpRequest): string | undefined {
    return this.#auth?.headerFor(request, hasHeader(request, 'authorization'));
  }

  /** Where it goes through is known with the first request. */
  #through(call: HttpCall): HttpCall {
    const { via } = this.#parts.properties;
    if (via === undefined || call.via !== undefined) {
      return call;
    }
    const through = { ...call, via: via(this.#user) };
    this.#call = through;
    return through;
  }

  #openTunnel(call: HttpCall, request: HttpRequest, result: HttpResult, first: Connection): void {
    const tunnel = new Tunnel(request, this.#parts.userAgent, this.#proxyAuth, call.responseTimeoutMs, {
      opened: (connection) => connection.send(this),
      askedAgain: (connection) => {
        const next = connection.isClosed
          ? this.#connections.take(connection.route, this.#parts.nowMs())
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

  #proxyAuthorization(request: HttpRequest): string | undefined {
    return this.#proxyAuth?.headerFor(request, hasHeader(request, 'proxy-authorization'));
  }

  #send(call: HttpCall, asked: HttpRequest, result: HttpResult, nowMs: number): void {
    const request = call.via === undefined ? asked : throughProxy(asked, call);
    const { url } = request;
    if (url.host === '') {
      throw new JavaException(
        'org.apache.http.client.ClientProtocolException',
        `URI does not specify a valid host name: ${textOf(url)}`,
      );
    }
    this.#request = request;
    const head =
      request.wireTarget === undefined
        ? renderHead(request, this.#parts.userAgent, this.#authorization(request))
        : renderHead(
            request,
            this.#parts.userAgent,
            this.#authorization(request),
            this.#proxyAuthorization(request),
          );
    result.requestHead = head;
    if (call.via?.proxy?.hasScheme === false) {
      const problem = ' protocol is not supported';
      result.connectMs = this.#parts.nowMs() - result.startMs;
      throw new JavaException('org.apache.http.conn.UnsupportedSchemeException', problem);
    }
    const body = request.entity?.bytes;
    const wire = call.isSafe && request.cookies === '' && url instanceof KnownUrl ? head : wireHead(head);
    this.request = body && body.length > 0 ? Buffer.concat([Buffer.from(wire, 'latin1'), body]) : wire;
    this.isHeadRequest = request.method === 'HEAD';
    this.responseTimeoutMs = call.responseTimeoutMs;
    const connection = this.#connections.take(routeTo(url, call.connectTimeoutMs, call.via), nowMs);
    this.#connection = connection;
    this.#isNew = connection.requests === 0;
    if (this.#isNew) {
      // The way to the server counts.
      this.#isStarting = false;
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
      this.#finishRequest(result);
      return;
    }
    result.latencyMs = latencyOf(connection, result.startMs);
    try {
      if (
        this.#auth?.isAskedAgain(connection.parser.status, connection.parser.head, request) ||
        (this.#proxyAuth !== undefined && this.#isAskedByProxy(connection, request, this.#proxyAuth))
      ) {
        this.#send(this.#call as HttpCall, request, result, this.#parts.nowMs());
        return;
      }
      fillFromResponse(result, connection, this.#parts.properties.isMd5, this.#bodyUse);
      if (this.#followHidden(result, request)) {
        return;
      }
      if (this.#parts.properties.redirectsItself) {
        // JMeter takes the address from the request line then.
        const [path = '', query] = cutOnce(wirePath(request), '?');
        result.setLocation({ ...request.url, path, query, ref: undefined });
      }
      this.#storeCookies(result);
      this.#cache?.save(result);
    } catch (error) {
      failResult(this.#result as HttpResult, error, addressOf(connection.route));
    }
    this.#connections.stages.add(this);
  }

  /** What comes before it is written, be it others' turns, is not the server's time. */
  isSent(nowMs: number): void {
    if (this.#isStarting && this.#result) {
      this.#isStarting = false;
      this.#result.startMs = nowMs;
    }
  }

  /** The answer is read; what comes of it has its turn. */
  goOn(): void {
    this.#finishRequest(this.#result as HttpResult);
  }

  #isAskedByProxy({ parser }: Connection, request: HttpRequest, exchange: AuthExchange): boolean {
    const via = this.#call?.via;
    if (via) {
      keepProxyAuth(this.#connections, request.url, via, exchange);
    }
    // Whoever has a tunnel has told already.
    return request.wireTarget !== undefined && exchange.isAskedAgain(parser.status, parser.head, request);
  }

  failed(connection: Connection, error: HttpError): void {
    const result = this.#result as HttpResult;
    result.endMs = this.#parts.nowMs();
    if (this.#isNew) {
      result.connectMs = (connection.isConnected ? connection.connectEndMs : result.endMs) - result.startMs;
    }
    // Of an answer that broke off JMeter has noted what it began with.
    const { contentType } = connection.parser;
    if (connection.parser.hasHead && contentType !== undefined) {
      result.setContentType(contentType);
    }
    result.latencyMs = connection.firstBodyMs === 0 ? 0 : connection.firstBodyMs - result.startMs;
    failResult(result, error, addressOf(connection.route));
    const shortage = shortageOf(error);
    if (shortage !== undefined) {
      this.#user.runner.warn(
        `The node has run out of ${shortage}: requests failed that the target never saw. Use more nodes, or keep connections open.`,
      );
    }
    this.#finishRequest(result);
  }

  #leave(connection: Connection, request: HttpRequest): void {
    const isClosing =
      !request.isKeepAlive ||
      (request.plainHeaders === undefined &&
        request.headers.some(([name, value]) => /^connection$/i.test(name) && /\bclose\b/i.test(value)));
    if (isClosing) {
      connection.close();
      return;
    }
    this.#connections.release(connection, connection.parser.keepAliveSeconds);
  }

  #storeCookies(result: HttpResult): void {
    const cookies = this.#cookies;
    if (cookies && result.location && this.#connection?.parser.hasCookies) {
      for (const [, value = ''] of result.responseHead.matchAll(/^set-cookie:[ \t]*(.*)$/gim)) {
        cookies.store(value, result.location);
      }
    }
  }

  /** "Redirect automatically": the sample is about where it led to. */
  #followHidden(result: HttpResult, request: HttpRequest): boolean {
    const call = this.#call;
    if (!this.#parts.properties.redirectsItself || !call) {
      return false;
    }
    const location = headerValue(result.responseHead, 'location');
    const isMeant =
      result.code === '303' ||
      (['301', '302', '307', '308'].includes(result.code) &&
        ['GET', 'POST', 'HEAD', 'DELETE'].includes(request.method));
    if (!isMeant || location === undefined) {
      return false;
    }
    // What came on the way does not show, not even when nothing follows it.
    const fresh = unanswered(result);
    this.#result = fresh;
    const url = parseUrl(location, request.url);
    this.#hiddenRedirects ??= [];
    if (this.#hiddenRedirects.includes(textOf(url)) || this.#hiddenRedirects.length >= maxRedirects) {
      // It goes in circles or has no end, which the message does not say.
      throw new JavaException('org.apache.http.client.ClientProtocolException', 'null');
    }
    this.#hiddenRedirects.push(textOf(url));
    const isSame = ['GET', 'HEAD'].includes(request.method) || ['307', '308'].includes(result.code);
    if (
      urlAuthority(url) !== urlAuthority(request.url) ||
      url.protocol !== request.url.protocol ||
      url.port < 0
    ) {
      this.#auth?.reset();
    }
    const following = {
      ...request,
      url,
      method: isSame ? request.method : 'GET',
      // HttpClient makes a new request of GET, without what it may have carried.
      entity: isSame && request.method !== 'GET' ? request.entity : undefined,
    };
    this.#send(call, following, fresh, this.#parts.nowMs());
    return true;
  }

  /** What the cache has makes no sample; where a redirect points to it, that was the last one. */
  #endCached(): void {
    const total = this.#total;
    if (total) {
      this.#endTotal(total, total.subResults?.at(-1) as HttpResult);
    } else {
      this.#end(undefined);
    }
  }

  #finishRequest(result: HttpResult): void {
    try {
      this.#goOnAfter(result);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /** Nothing that a sample meets may end the others. */
  #giveUp(error: unknown): void {
    if (!this.#hasStarted || (this.#isOver && !this.#resource)) {
      throw error;
    }
    this.#isOver = true;
    if (this.#resource) {
      this.#resource.onFailure(error);
      return;
    }
    this.#download?.interrupt();
    this.#connections.sample = undefined;
    this.#user.runner.finishSample(this.#user, this.#brokenBy(error));
  }

  #goOnAfter(result: HttpResult): void {
    if (!this.#total && result.isRedirect && this.#parts.properties.followsRedirects) {
      this.#total = result.copy();
      this.#total.addRawSubResult(result, true);
      this.#followVisible(this.#total, result);
    } else if (this.#parts.properties.embedded && result.isSuccess && result.dataType === 'text') {
      this.#download = this.#openDownload(this.#parts.properties.embedded);
      if (this.#isInterrupted) {
        this.#download.interrupt();
      }
      this.#download.run(result, (whole) => this.#finishPage(whole));
    } else {
      this.#finishPage(result);
    }
  }

  #openDownload(settings: EmbeddedSettings): ResourceDownload {
    const user = this.#user;
    const depth = this.#resource?.depth ?? 0;
    const call = this.#call as HttpCall;
    return new ResourceDownload({
      user,
      settings,
      depth,
      cookies: this.#cookies,
      open: (url, lane, jar, onEnd) =>
        new HttpSample(this.#parts, user, this.#name, jar, this.#connections.lane(lane), {
          call,
          url,
          depth: depth + 1,
          onEnd,
          onFailure: (error) => this.#giveUp(error),
        }),
    });
  }

  /** `result` is a page with its resources, or anything else. */
  #finishPage(result: HttpResult): void {
    if (this.#isOver) {
      return;
    }
    const total = this.#total;
    if (!total) {
      this.#end(result);
      return;
    }
    for (const each of result.subResults ?? [result]) {
      each.threadName = this.#user.name;
      total.addSubResult(each, true);
    }
    if (result.isRedirect) {
      this.#followVisible(total, result);
    } else {
      this.#endTotal(total, result);
    }
  }

  /** "Follow redirects": each request is a sub-sample. */
  #followVisible(total: HttpResult, last: HttpResult): void {
    const { properties } = this.#parts;
    if (this.#redirects >= maxRedirects) {
      const tooMany = last.copy();
      failResult(
        tooMany,
        new JavaException('java.io.IOException', `Exceeded maximum number of redirects: ${maxRedirects}`),
        '',
      );
      total.addSubResult(tooMany, true);
      this.#endTotal(total, tooMany);
      return;
    }
    this.#redirects += 1;
    const method = last.method === 'HEAD' ? 'HEAD' : 'GET';
    let url: JavaUrl;
    try {
      url = redirectLocation(last.location as JavaUrl, last.redirectLocation);
    } catch (error) {
      failResult(last, error, '');
      this.#endTotal(total, last);
      return;
    }
    const label = this.#name.evaluate(this.#user);
    const call = headersAgain(properties, this.#user, this.#call as HttpCall);
    this.#call = call;
    this.#ask(call, method, url, label, true);
  }

  #endTotal(total: HttpResult, last: HttpResult): void {
    total.takeFrom(last);
    this.#end(total);
  }

  #end(result: HttpResult | undefined): void {
    if (result) {
      result.label = this.#name.evaluate(this.#user);
    }
    this.#isOver = true;
    if (!this.#hasStarted) {
      this.#hasEnded = true;
      this.#ended = result;
    }
    if (this.#resource) {
      if (this.#hasStarted) {
        this.#resource.onEnd(result);
      }
      return;
    }
    // Users rest for seconds, and all of this is over.
    this.#connections.sample = undefined;
    if (this.#hasStarted) {
      this.#user.runner.finishSample(this.#user, result);
    }
  }
}

/** A proxy is told the whole address, unless it only makes a tunnel. */
function throughProxy(request: HttpRequest, { via }: HttpCall): HttpRequest {
  return via?.proxy && request.url.protocol === 'http'
    ? { ...request, wireTarget: absoluteTarget(request.url) }
    : request;
}

const wirePath = ({ url, wireTarget }: HttpRequest) =>
  wireTarget === undefined ? targetOf(url) : wireTarget.replace(/^http:\/\/[^/]*/, '');

const hasHeader = ({ headers }: HttpRequest, name: string) =>
  headers.some(([each]) => each.toLowerCase() === name);

/** JMeter ends it with the first of the body, or with the end of an empty one; where none can be it stays 0. */
function latencyOf({ firstBodyMs, lastByteMs, parser }: Connection, startMs: number): number {
  return parser.mayHaveBody ? (firstBodyMs || lastByteMs) - startMs : 0;
}

/** The same request's result, before there was an answer to it. */
function unanswered(result: HttpResult): HttpResult {
  const fresh = new HttpResult();
  const { label, method, location, cookies, queryString, startMs, requestHead, connectMs } = result;
  if (location) {
    fresh.setLocation(location);
  }
  return Object.assign(fresh, { label, method, cookies, queryString, startMs, requestHead, connectMs });
}

/** Without a cookie manager's: all the headers of that name, the first without its name. */
function ownCookies({ headers, plainHeaders }: HttpCall): string {
  if (plainHeaders !== undefined) {
    return '';
  }
  return headers
    .filter(([name]) => /^cookie$/i.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
    .trim()
    .slice('Cookie:'.length)
    .trim();
}

function cutOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

const addressOf = ({ serverName, port }: Route) => `${serverName}:${port}`;
