import type { IncomingHttpHeaders } from 'node:http';

/** Where a request that came over plain HTTP is sent, or undefined when it may stay. Only asked behind a proxy. */
export function redirectOfPlain(
  headers: IncomingHttpHeaders,
  originalUrl: string,
  publicUrl: string,
): string | undefined {
  const proto = firstOf(headers['x-forwarded-proto'])?.toLowerCase();
  if (proto === 'https' || proto === 'wss' || staysPlain(originalUrl)) return undefined;
  return httpsAddress(firstOf(headers['x-forwarded-host']) ?? headers.host, originalUrl, publicUrl);
}

/** The origin by which a client reached the service, where its Host header is plausible. */
export function originOfRequest(headers: IncomingHttpHeaders, isBehindProxy: boolean): string | undefined {
  const forwarded = isBehindProxy ? firstOf(headers['x-forwarded-host']) : undefined;
  const host = forwarded ?? headers.host;
  return isPlausibleHost(host) ? `https://${host}` : undefined;
}

/** The same address with https. A host that is missing or odd is replaced by the service's own. */
export function httpsAddress(host: string | undefined, path: string, publicUrl: string): string {
  const target = isPlausibleHost(host) ? host.replace(/:80$/, '') : new URL(publicUrl).host;
  return `https://${target}${path.startsWith('/') ? path : '/'}`;
}

function isPlausibleHost(host: string | undefined): host is string {
  return host !== undefined && /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(host);
}

/** Health checks and node agents reach the service from inside, past the proxy. */
function staysPlain(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return path === '/healthz' || path === '/agent' || path.startsWith('/agent/');
}

/** Of several proxies, the one that the client spoke to comes first. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  return text?.split(',', 1)[0]?.trim() || undefined;
}
