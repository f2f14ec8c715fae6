import { javaTrim } from '../../../languages/java/java-text.ts';
import { parseInteger } from '../../../languages/java/numbers.ts';

/** Bytes of a text such as `0x01 ff 0a0b`; undefined where the plugin's parser throws. */
export function parseBinary(text: string): Buffer | undefined {
  if (javaTrim(text) === '') {
    return Buffer.alloc(0);
  }
  const bytes: number[] = [];
  for (const part of text.split(' ')) {
    const pairs = part.startsWith('0x') ? [part] : (part.match(/.{1,2}/gs) ?? []);
    for (const pair of pairs) {
      const value = part.startsWith('0x') ? decode(part) : parseHex(pair);
      if (value === undefined) {
        return undefined;
      }
      bytes.push(value & 0xff);
    }
  }
  return Buffer.from(bytes);
}

/** Integer.decode of a text that starts with 0x. */
const decode = (text: string) =>
  /^0x[\da-f]+$/i.test(text) ? parseInteger(String(Number(text))) : undefined;

/** Integer.parseInt with radix 16, of at most two characters. */
const parseHex = (text: string) =>
  /^(?:[\da-f]{1,2}|[+-][\da-f])$/i.test(text) ? Number.parseInt(text, 16) : undefined;

/** The first bytes as `0x01 0xff`, followed by the suffix when there are more. */
export function formatBinary(bytes: Buffer, maxBytes = Number.POSITIVE_INFINITY, suffix = ''): string {
  const shown = [...bytes.subarray(0, maxBytes)].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`);
  return shown.join(' ') + (bytes.length > maxBytes ? suffix : '');
}
