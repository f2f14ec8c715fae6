import { isIPv6 } from 'node:net';

/** An IP address in Java's notation: IPv6 with all eight groups. */
export function javaAddress(address: string): string {
  if (!isIPv6(address)) {
    return address;
  }
  const [bare = '', zone] = address.split('%');
  // The last two groups may be in IPv4 notation.
  const parts = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [left = '', right] = parts.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const between = right === undefined ? [] : new Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...between, ...after].join(':') + (zone === undefined ? '' : `%${zone}`);
}
