import type { Route } from './connection.ts';
import { checkUri, requestTarget } from './java-uri.ts';
import { type JavaUrl, urlAuthority, urlText } from './java-url.ts';
import type { Via } from './via.ts';

/** A repeatedly requested URL with its derived values. */
export class KnownUrl implements JavaUrl {
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly query: string | undefined;
  readonly ref: string | undefined;
  readonly userInfo: string | undefined;
  readonly text: string;
  #target: string | undefined;
  #route: Route | undefined;
  #isChecked = false;
  /** Whether HttpClient accepts the host. */
  readonly hasHost: boolean;
  #method: string | undefined;
  #isKeepAlive = false;
  #headStart = '';
  #userAgent: string | undefined;
  #headEnd = '';
  /** Headers between start and end of the cached head; undefined: start or end have changed since. */
  #middle: string | undefined;
  #head = '';

  constructor(url: JavaUrl) {
    this.protocol = url.protocol;
    this.host = url.host;
    this.port = url.port;
    this.path = url.path;
    this.query = url.query;
    this.ref = url.ref;
    this.userInfo = url.userInfo;
    this.text = urlText(url);
    this.hasHost = isHost(url.host);
  }

  /** Throws like `checkUri`, on every call. A valid URL is checked once. */
  check(): void {
    if (!this.#isChecked) {
      checkUri(this);
      this.#isChecked = true;
    }
  }

  get target(): string {
    this.#target ??= requestTarget(this);
    return this.#target;
  }

  /** The first two lines of a head. */
  headStart(method: string, isKeepAlive: boolean): string {
    if (method !== this.#method || isKeepAlive !== this.#isKeepAlive) {
      this.#method = method;
      this.#isKeepAlive = isKeepAlive;
      this.#middle = undefined;
      this.#headStart = `${method} ${this.target} HTTP/1.1\r\nConnection: ${isKeepAlive ? 'keep-alive' : 'close'}\r\n`;
    }
    return this.#headStart;
  }

  /** The last lines of a head, with the empty one. */
  headEnd(userAgent: string): string {
    if (userAgent !== this.#userAgent) {
      this.#userAgent = userAgent;
      this.#middle = undefined;
      this.#headEnd = `Host: ${urlAuthority(this)}\r\nUser-Agent: ${userAgent}\r\n\r\n`;
    }
    return this.#headEnd;
  }

  /** A head without cookies and body; the last one is cached, because it rarely changes. */
  wholeHead(method: string, isKeepAlive: boolean, headers: string, userAgent: string): string {
    const start = this.headStart(method, isKeepAlive);
    const end = this.headEnd(userAgent);
    if (headers !== this.#middle) {
      this.#middle = headers;
      this.#head = start + headers + end;
    }
    return this.#head;
  }

  routeFor(connectTimeoutMs: number): Route {
    if (this.#route?.connectTimeoutMs !== connectTimeoutMs) {
      this.#route = routeOf(this, connectTimeoutMs);
    }
    return this.#route as Route;
  }
}

export const knownUrl = (url: JavaUrl): KnownUrl => (url instanceof KnownUrl ? url : new KnownUrl(url));

export function checkUrl(url: JavaUrl): void {
  if (url instanceof KnownUrl) {
    url.check();
  } else {
    checkUri(url);
  }
}

/** HttpClient treats a host name with blanks as missing. */
const isHost = (host: string) => host !== '' && !/\s|%20|%0[9ad]/i.test(host);

export const hasHost = (url: JavaUrl): boolean => (url instanceof KnownUrl ? url.hasHost : isHost(url.host));

export const targetOf = (url: JavaUrl): string => (url instanceof KnownUrl ? url.target : requestTarget(url));

export const textOf = (url: JavaUrl): string => (url instanceof KnownUrl ? url.text : urlText(url));

export const routeTo = (url: JavaUrl, connectTimeoutMs: number, via?: Via): Route =>
  url instanceof KnownUrl && via === undefined
    ? url.routeFor(connectTimeoutMs)
    : routeOf(url, connectTimeoutMs, via);

function routeOf(url: JavaUrl, connectTimeoutMs: number, via?: Via): Route {
  const isTls = url.protocol === 'https';
  const port = url.port < 0 ? (isTls ? 443 : 80) : url.port;
  return {
    // JMeter has a separate client, with its own connections, for each user info.
    key: `${url.protocol}://${url.userInfo === undefined ? '' : `${url.userInfo}@`}${urlAuthority(url)}${via === undefined ? '' : ` ${via.key}`}`,
    host: url.host.replace(/^\[|\]$/g, ''),
    port,
    isTls,
    serverName: url.host,
    localAddress: via?.localAddress,
    connectTimeoutMs,
    hop: via?.proxy,
  };
}

const maxCached = 1000;

/** URLs requested by one sampler, by their components. */
export class KnownUrls {
  readonly #known = new Map<string, KnownUrl>();

  get(key: string): KnownUrl | undefined {
    return this.#known.get(key);
  }

  add(key: string, url: JavaUrl): KnownUrl {
    if (this.#known.size >= maxCached) {
      this.#known.clear();
    }
    const known = new KnownUrl(url);
    this.#known.set(key, known);
    return known;
  }
}
