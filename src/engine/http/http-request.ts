import type { JavaUrl } from './java-url.ts';
import { KnownUrl, knownUrl, targetOf } from './known-url.ts';
import { hasStandIns, inOneLine, standInsAsSpaces } from './one-line.ts';

export type HeaderLine = readonly [name: string, value: string];

export interface HttpRequest {
  readonly method: string;
  readonly url: JavaUrl;
  /** Headers of the plan, in order; headers added by HttpClient follow. */
  readonly headers: readonly HeaderLine[];
  /** All header lines of the plan as sent, when none needs special handling; `headers` then has empty values. */
  readonly plainHeaders?: string | undefined;
  readonly cookies: string;
  readonly isKeepAlive: boolean;
  /** Undefined for methods without a body. */
  readonly entity: HttpEntity | undefined;
  /** Sent by java.net.HttpURLConnection, not by HttpClient. */
  readonly isOfUrlConnection?: boolean;
  /** `Authorization` header for java.net.HttpURLConnection, from an authorization manager. */
  readonly authorization?: string | undefined;
  /** Replaces the request target of the URL, for requests to a proxy. */
  readonly wireTarget?: string;
}

export interface HttpEntity {
  readonly bytes: Buffer;
  readonly type: string;
  /** Sent as a separate header, before those added by HttpClient. */
  readonly ownType?: string;
}

/** The request line and headers as Apache HttpClient 4.5 writes them, in its order. */
export function renderHead(
  request: HttpRequest,
  userAgent: string,
  authorization?: string,
  proxyAuthorization?: string,
): string {
  if (request.plainHeaders !== undefined) {
    return renderPlainHead(request, knownUrl(request.url), request.plainHeaders, userAgent);
  }
  const { url, entity, headers, cookies } = request;
  let head = `${request.method} ${request.wireTarget ?? targetOf(url)} HTTP/1.1\r\nConnection: ${request.isKeepAlive ? 'keep-alive' : 'close'}\r\n`;
  let hasType = false;
  let hasHost = false;
  let hasCookies = cookies === '';
  let hasAgent = false;
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (lower === 'content-length') {
      continue;
    }
    if (lower === 'cookie' && cookies !== '' && !hasCookies) {
      // The cookie manager's cookies replace those of the plan.
      hasCookies = true;
      head += `Cookie: ${inOneLine(cookies)}\r\n`;
      continue;
    }
    hasType ||= lower === 'content-type';
    hasAgent ||= lower === 'user-agent';
    if (lower === 'host') {
      hasHost = true;
      head += `Host: ${hostWithPort(inOneLine(value), url)}\r\n`;
    } else {
      head += `${name}: ${inOneLine(value)}\r\n`;
    }
  }
  if (!hasCookies) {
    head += `Cookie: ${inOneLine(cookies)}\r\n`;
  }
  if (entity?.ownType !== undefined) {
    hasType = true;
    head += `Content-Type: ${inOneLine(entity.ownType)}\r\n`;
  }
  if (entity) {
    head += `Content-Length: ${entity.bytes.length}\r\n`;
    if (!hasType && entity.type !== '') {
      head += `Content-Type: ${inOneLine(entity.type)}\r\n`;
    }
  }
  if (!hasHost) {
    head += `Host: ${url.port < 0 ? url.host : `${url.host}:${url.port}`}\r\n`;
  }
  if (request.wireTarget !== undefined && !headers.some(([name]) => /^proxy-connection$/i.test(name))) {
    head += 'Proxy-Connection: Keep-Alive\r\n';
  }
  if (!hasAgent) {
    head += `User-Agent: ${userAgent}\r\n`;
  }
  if (authorization !== undefined) {
    head += `Authorization: ${inOneLine(authorization)}\r\n`;
  }
  if (proxyAuthorization !== undefined) {
    head += `Proxy-Authorization: ${proxyAuthorization}\r\n`;
  }
  return `${head}\r\n`;
}

/** `renderHead` for headers that need no special handling. */
function renderPlainHead(request: HttpRequest, url: KnownUrl, headers: string, userAgent: string): string {
  const { entity, cookies } = request;
  if (!entity && cookies === '') {
    return url.wholeHead(request.method, request.isKeepAlive, headers, userAgent);
  }
  let head = url.headStart(request.method, request.isKeepAlive) + headers;
  if (cookies !== '') {
    head += `Cookie: ${inOneLine(cookies)}\r\n`;
  }
  if (entity) {
    head += `Content-Length: ${entity.bytes.length}\r\n`;
    if (entity.type !== '') {
      head += `Content-Type: ${inOneLine(entity.type)}\r\n`;
    }
  }
  return head + url.headEnd(userAgent);
}

/** The plan's `Host` with its own port, or else the URL's; the default port of the protocol is omitted. */
function hostWithPort(value: string, url: JavaUrl): string {
  const parts = value.split(':');
  const last = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  const port = /^\d+$/.test(last) ? Number(last) : url.port;
  const name = value.replace(/:\d+$/, '');
  const isDefault = port === (url.protocol === 'https' ? 443 : 80);
  return port === -1 || isDefault ? name : `${name}:${port}`;
}

/** The body that HttpClient sends after an interim response (`Expect: 100-continue`); undefined: sent with the head. */
export const awaitedBody = ({ entity, headers, plainHeaders }: HttpRequest): Buffer | undefined =>
  entity !== undefined &&
  plainHeaders === undefined &&
  headers.find(([name]) => /^expect$/i.test(name))?.[1].toLowerCase() === '100-continue'
    ? entity.bytes
    : undefined;

/** The complete request; `areHeadersSafe`: the plan's headers have no character that HttpClient replaces. */
export function wireRequest(request: HttpRequest, head: string, areHeadersSafe: boolean): Buffer | string {
  const body = request.entity?.bytes;
  const isSafe = areHeadersSafe && request.cookies === '' && request.url instanceof KnownUrl;
  const wire = isSafe ? head : wireHead(head);
  return body && body.length > 0 ? Buffer.concat([Buffer.from(wire, 'latin1'), body]) : wire;
}

/** HttpClient replaces characters that headers cannot contain by question marks. */
export function wireHead(head: string): string {
  if (/^[\t\r\n\x20-\x7e]*$/.test(head)) {
    return head;
  }
  const lines = hasStandIns(head) ? standInsAsSpaces(head) : head;
  return lines.replace(/[^\t\r\n\x20-\x7e\xa0-\xff]/g, '?');
}

/** Whether the request asks the server to close the connection. */
export const isLast = (request: HttpRequest): boolean =>
  !request.isKeepAlive ||
  (request.plainHeaders === undefined &&
    request.headers.some(([name, value]) => /^connection$/i.test(name) && /\bclose\b/i.test(value)));
