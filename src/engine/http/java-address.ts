import { isIPv6 } from 'node:net';

/** An address as Java writes it: those of IPv6 with all of their eight parts. */
export function javaAddress(address: string): string {
  if (!isIPv6(address)) {
    return address;
  }
  const [bare = '', zone] = address.split('%');
  // The last two parts may be written as an address of IPv4.
  const parts = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [left = '', right] = parts.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const between = right === undefined ? [] : new Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...between, ...after].join(':') + (zone === undefined ? '' : `%${zone}`);
}
