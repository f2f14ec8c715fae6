import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Browser } from '../accounts/accounts.ts';

/** Addresses of proxies among themselves. */
const inside = new BlockList();
inside.addSubnet('10.0.0.0', 8);
inside.addSubnet('172.16.0.0', 12);
inside.addSubnet('192.168.0.0', 16);
inside.addSubnet('127.0.0.0', 8);
inside.addSubnet('169.254.0.0', 16);
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');
inside.addSubnet('fe80::', 10, 'ipv6');

/**
 * Where a request comes from. Behind a proxy of ours that is what the proxies say, read from the nearest outwards: a
 * client can write anything into the header, but only before what the first proxy adds. Without one nobody believes it.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  isBehindProxy: boolean,
): string {
  const direct = plain(request.socket.remoteAddress ?? '') ?? 'unknown';
  if (!isBehindProxy) return direct;
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((hop) => plain(hop));
  const known: string[] = [];
  // What cannot be read was not written by a proxy of ours, so nothing before it counts either.
  for (const hop of hops.reverse()) {
    if (hop === undefined) break;
    known.push(hop);
  }
  return known.find((hop) => !isInside(hop)) ?? known[0] ?? direct;
}

export function browserOf(request: IncomingMessage, isBehindProxy: boolean): Browser {
  return {
    address: clientAddress(request, isBehindProxy),
    userAgent: request.headers['user-agent'] ?? '',
  };
}

function isInside(address: string): boolean {
  return inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Without port, brackets, zone and the IPv6 dress of an IPv4 address; undefined when it is no address. */
function plain(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const bare = /^\[(.*)\](:\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(address) === 0 ? undefined : address;
}
