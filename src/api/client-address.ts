import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Browser } from '../accounts/accounts.ts';

/**
 * Client address of a request. Each trusted proxy appends to X-Forwarded-For; entries before those are set by the client
 * and ignored. Without proxies the header is ignored.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  proxies: number,
): string {
  let address = plain(request.socket.remoteAddress ?? '') ?? 'unknown';
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').reverse();
  for (const hop of hops.slice(0, proxies)) {
    const next = plain(hop);
    // An invalid entry was not written by a trusted proxy: ignore everything before it.
    if (next === undefined) break;
    address = next;
  }
  return address;
}

export function browserOf(request: IncomingMessage, proxies: number): Browser {
  return {
    address: clientAddress(request, proxies),
    userAgent: request.headers['user-agent'] ?? '',
  };
}

/** The address without port, brackets, zone and IPv4-mapped prefix; undefined if it is not an IP address. */
function plain(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const bare = /^\[(.*)\](:\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(address) === 0 ? undefined : address;
}
