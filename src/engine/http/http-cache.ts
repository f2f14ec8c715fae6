import { parseHttpDate } from './http-date.ts';
import { JavaException } from './http-failure.ts';
import type { HeaderLine, HttpRequest } from './http-request.ts';
import type { HttpResult } from './http-result.ts';
import { headerValue } from './response-facts.ts';

interface Entry {
  readonly lastModified: string | undefined;
  readonly etag: string | undefined;
  readonly expiresAtMs: number | undefined;
  /** Value of the `Vary` header: names of headers. */
  readonly vary: string | undefined;
}

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** JMeter's cache manager for one user: stores validators and expiry times, not the responses. */
export class HttpCache {
  readonly #nowMs: () => number;
  readonly #usesExpires: boolean;
  readonly #maxEntries: number;
  readonly #entries = new Map<string, Entry>();

  constructor(nowMs: () => number, usesExpires: boolean, maxEntries: number) {
    this.#nowMs = nowMs;
    this.#usesExpires = usesExpires;
    this.#maxEntries = maxEntries;
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Adds conditional request headers. */
  withConditions(request: HttpRequest, url: string): HttpRequest {
    const entry = this.#find(url, headersOf(request));
    if (!entry) {
      return request;
    }
    let { headers } = request;
    const add = request.isOfUrlConnection ? withAnother : withHeader;
    if (entry.lastModified !== undefined) {
      headers = add(headers, 'If-Modified-Since', entry.lastModified);
    }
    if (entry.etag !== undefined) {
      headers = add(headers, 'If-None-Match', entry.etag);
    }
    return { ...request, headers };
  }

  /** Whether the entry is fresh, so that no request is sent. */
  isFresh(request: HttpRequest, url: string): boolean {
    if (request.method.toUpperCase() !== 'GET') {
      return false;
    }
    const cookies: HeaderLine[] =
      request.cookies === '' || request.isOfUrlConnection ? [] : [['Cookie', request.cookies]];
    const entry = this.#find(url, [...headersOf(request), ...cookies]);
    return (
      entry !== undefined &&
      entry.vary === undefined &&
      entry.expiresAtMs !== undefined &&
      entry.expiresAtMs > this.#nowMs()
    );
  }

  save(result: HttpResult): void {
    const head = result.responseHead;
    const vary = headerValue(head, 'vary');
    const isCode = (result.code >= '200' && result.code <= '299') || result.code === '304';
    if (vary === '*' || result.method.toUpperCase() !== 'GET' || !isCode) {
      return;
    }
    const lastModified = headerValue(head, 'last-modified');
    const expires = headerValue(head, 'expires');
    const etag = headerValue(head, 'etag');
    const control = headerValue(head, 'cache-control');
    if ([lastModified, expires, etag, control].every((value) => (value ?? '').trim() === '')) {
      return;
    }
    if (this.#usesExpires && control?.includes('no-store')) {
      return;
    }
    const expiresAtMs = this.#usesExpires
      ? this.#expiryOf(control, expires, lastModified, headerValue(head, 'date'))
      : undefined;
    const { url } = result;
    if (vary !== undefined) {
      const sent = result.requestHeaders
        .split('\n')
        .map((line): HeaderLine => {
          const at = line.indexOf(': ');
          return [line.slice(0, Math.max(0, at)), line.slice(at + 2)];
        })
        .filter(([name]) => name !== '');
      this.#put(url, { lastModified, etag, expiresAtMs, vary });
      this.#put(varyKey(url, vary, sent), { lastModified, etag, expiresAtMs, vary: undefined });
    } else if (!this.#entries.has(url)) {
      // An existing entry is not overwritten, as in JMeter.
      this.#put(url, { lastModified, etag, expiresAtMs, vary: undefined });
    }
  }

  #expiryOf(
    control: string | undefined,
    expires: string | undefined,
    lastModified: string | undefined,
    date: string | undefined,
  ): number | undefined {
    const said = expires === undefined ? undefined : parseHttpDate(expires);
    if (control?.includes('no-cache')) {
      return said;
    }
    const maxAge = control === undefined ? undefined : /max-age=(.*)$/s.exec(control)?.[1];
    if (maxAge !== undefined) {
      return this.#nowMs() + toSeconds(maxAge.split(/[, ]/, 1)[0] ?? '') * 1000;
    }
    if (expires !== undefined) {
      return said;
    }
    if (!lastModified || !date) {
      return this.#nowMs() + yearMs;
    }
    const answeredAt = parseHttpDate(date);
    const modifiedAt = parseHttpDate(lastModified);
    if (answeredAt === undefined || modifiedAt === undefined) {
      throw new JavaException(
        'java.lang.NullPointerException',
        `Cannot invoke "java.util.Date.getTime()" because "${answeredAt === undefined ? 'responseDate' : 'lastModifiedAsDate'}" is null`,
      );
    }
    return this.#nowMs() + Math.round((answeredAt - modifiedAt) * 0.1);
  }

  #put(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#maxEntries) {
      const [oldest] = this.#entries.keys();
      this.#entries.delete(oldest ?? '');
    }
  }

  #find(url: string, headers: readonly HeaderLine[]): Entry | undefined {
    const entry = this.#entries.get(url);
    if (entry?.vary === undefined) {
      return entry;
    }
    const varied = this.#entries.get(varyKey(url, entry.vary, headers));
    return varied?.vary === undefined ? varied : undefined;
  }
}

/** Java's Long.parseLong, with its exception. */
function toSeconds(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) {
    throw new JavaException('java.lang.NumberFormatException', `For input string: "${text}"`);
  }
  return Number(text);
}

/** Request headers when JMeter reads its cache: without those that the client adds later. */
function headersOf({ headers, isKeepAlive, isOfUrlConnection }: HttpRequest): readonly HeaderLine[] {
  return isOfUrlConnection ? headers : [['Connection', isKeepAlive ? 'keep-alive' : 'close'], ...headers];
}

const withAnother = (headers: readonly HeaderLine[], name: string, value: string): HeaderLine[] => [
  ...headers,
  [name, value],
];

function withHeader(headers: readonly HeaderLine[], name: string, value: string): HeaderLine[] {
  const at = headers.findIndex(([each]) => each.toLowerCase() === name.toLowerCase());
  return at < 0 ? [...headers, [name, value]] : headers.with(at, [name, value]);
}

function varyKey(url: string, vary: string, headers: readonly HeaderLine[]): string {
  const names = [...new Set(vary.split(/,\s*/))].toSorted();
  const values = names.map(
    (name) =>
      `${name}=[${headers
        .filter(([each]) => each === name)
        .map(([, value]) => value)
        .join(', ')}]`,
  );
  return `vary-${vary}-${values.join(', ')}-${url}`;
}
