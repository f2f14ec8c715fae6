import type { IncomingHttpHeaders } from 'node:http';

/** Redirect target of a plain HTTP request, or undefined if it is allowed. Only used behind a proxy. */
export function redirectOfPlain(
  headers: IncomingHttpHeaders,
  originalUrl: string,
  publicUrl: string,
): string | undefined {
  const proto = firstOf(headers['x-forwarded-proto'])?.toLowerCase();
  if (proto === 'https' || proto === 'wss' || staysPlain(originalUrl)) return undefined;
  return httpsAddress(firstOf(headers['x-forwarded-host']) ?? headers.host, originalUrl, publicUrl);
}

/** Origin of the service in the client's request, if the Host header is plausible. */
export function originOfRequest(headers: IncomingHttpHeaders, isBehindProxy: boolean): string | undefined {
  const forwarded = isBehindProxy ? firstOf(headers['x-forwarded-host']) : undefined;
  const host = forwarded ?? headers.host;
  return isPlausibleHost(host) ? `https://${host}` : undefined;
}

/** The same URL with https. A missing or implausible host is replaced by that of the public URL. */
export function httpsAddress(host: string | undefined, path: string, publicUrl: string): string {
  const target = isPlausibleHost(host) ? host.replace(/:80$/, '') : new URL(publicUrl).host;
  return `https://${target}${path.startsWith('/') ? path : '/'}`;
}

function isPlausibleHost(host: string | undefined): host is string {
  return host !== undefined && /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(host);
}

/** Health checks and node agents connect without the proxy. */
function staysPlain(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return path === '/healthz' || path === '/agent' || path.startsWith('/agent/');
}

/** With several proxies, the entry of the outermost one. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  return text?.split(',', 1)[0]?.trim() || undefined;
}
