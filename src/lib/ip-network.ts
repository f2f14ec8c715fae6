import { isIPv4, isIPv6 } from 'node:net';

/** An IP network. IPv4-mapped IPv6 (::ffff:10.0.0.0/104) is converted to IPv4. */
export interface IpNetwork {
  family: 4 | 6;
  /** 32 bits each: one for IPv4, four for IPv6; bits after the prefix are 0. */
  words: readonly number[];
  prefixLength: number;
}

const mappedBits = 96;

/** Parses `10.0.0.0/8`, `fd00::/8`, or a single address; undefined when invalid. */
export function parseNetwork(text: string): IpNetwork | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const words = wordsOf(address);
  if (!words || rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined;
  const prefixLength = length === undefined ? words.length * 32 : Number(length);
  if (prefixLength > words.length * 32) return undefined;
  if (isMapped(words) && prefixLength >= mappedBits)
    return {
      family: 4,
      words: masked(words.slice(3), prefixLength - mappedBits),
      prefixLength: prefixLength - mappedBits,
    };
  return { family: words.length === 1 ? 4 : 6, words: masked(words, prefixLength), prefixLength };
}

export function isInNetwork(network: IpNetwork, address: IpNetwork): boolean {
  if (network.family !== address.family || address.prefixLength < network.prefixLength) return false;
  return masked(address.words, network.prefixLength).every((word, index) => word === network.words[index]);
}

/** Inverse of `parseNetwork`. */
export function formatNetwork({ family, words, prefixLength }: IpNetwork): string {
  const address =
    family === 4
      ? bytesOf(words[0] ?? 0).join('.')
      : words.flatMap((word) => [word >>> 16, word & 0xffff].map((group) => group.toString(16))).join(':');
  return prefixLength === words.length * 32 ? address : `${address}/${prefixLength}`;
}

function wordsOf(address: string): number[] | undefined {
  if (isIPv4(address)) return [address.split('.').reduce((word, byte) => word * 256 + Number(byte), 0)];
  return isIPv6(address) && !address.includes('%') ? wordsOfIpv6(address) : undefined;
}

function wordsOfIpv6(address: string): number[] {
  const plain = address.replace(/\d+\.\d+\.\d+\.\d+$/, (ipv4) => {
    const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const groupsOf = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array<number>(8 - before.length - after.length).fill(0);
  const groups = [...before, ...zeros, ...after];
  return [0, 2, 4, 6].map((at) => (groups[at] ?? 0) * 0x10000 + (groups[at + 1] ?? 0));
}

function isMapped(words: readonly number[]): boolean {
  return words.length === 4 && words[0] === 0 && words[1] === 0 && words[2] === 0xffff;
}

function masked(words: readonly number[], prefixLength: number): number[] {
  return words.map((word, index) => {
    const bits = Math.min(32, Math.max(0, prefixLength - index * 32));
    return bits === 0 ? 0 : (word & (0xffffffff << (32 - bits))) >>> 0;
  });
}

function bytesOf(word: number): number[] {
  return [24, 16, 8, 0].map((shift) => (word >>> shift) & 0xff);
}
