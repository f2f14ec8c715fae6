import { isIPv4 } from 'node:net';

/** An address as a certificate holds it: 4 or 16 bytes. Only called with valid addresses. */
export function ipBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  // The URL parser spells out an IPv4 tail and keeps one `::` at most.
  const canonical = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [left = '', right] = canonical.split('::');
  const head = groupsOf(left);
  const tail = right === undefined ? [] : groupsOf(right);
  const middle = new Array<number>(8 - head.length - tail.length).fill(0);
  const bytes = Buffer.alloc(16);
  for (const [index, group] of [...head, ...middle, ...tail].entries()) bytes.writeUInt16BE(group, index * 2);
  return bytes;
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
