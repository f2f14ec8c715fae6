import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Browser } from '../accounts/accounts.ts';

/**
 * Where a request comes from. Each proxy of ours adds to the header whom it was asked by; a client can write anything, but
 * only before that. Without a proxy nobody believes the header.
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
    // What cannot be read was not written by a proxy of ours, so nothing before it counts either.
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

/** Without port, brackets, zone and the IPv6 dress of an IPv4 address; undefined when it is no address. */
function plain(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const bare = /^\[(.*)\](:\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(address) === 0 ? undefined : address;
}
