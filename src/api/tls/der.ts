/** The few pieces of DER that a certificate is made of. Each function returns one encoded element. */
export type Der = Buffer;

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
};

function element(tag: number, ...content: Buffer[]): Der {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

export const sequence = (...items: Der[]): Der => element(0x30, ...items);
export const set = (...items: Der[]): Der => element(0x31, ...items);
export const octetString = (content: Buffer): Der => element(tags.octetString, content);
export const utf8String = (text: string): Der => element(tags.utf8, Buffer.from(text));
export const boolean = (value: boolean): Der => element(tags.boolean, Buffer.from([value ? 0xff : 0]));

/** Wraps an element in a context-specific, constructed tag. */
export const explicit = (number: number, content: Der): Der => element(0xa0 + number, content);

/** A context-specific tag with raw content. */
export const implicit = (number: number, content: Buffer): Der => element(0x80 + number, content);

/** A positive number of any size, big-endian. */
export function integer(bytes: Buffer | number): Der {
  const raw = typeof bytes === 'number' ? Buffer.from([bytes]) : bytes;
  const isHighBitSet = ((raw[0] ?? 0) & 0x80) !== 0;
  return element(tags.integer, isHighBitSet ? Buffer.concat([Buffer.from([0]), raw]) : raw);
}

export function bitString(content: Buffer, unusedBits = 0): Der {
  return element(tags.bitString, Buffer.from([unusedBits]), content);
}

export function oid(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(tags.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** Seconds only; UTCTime up to 2049 and GeneralizedTime after it, as RFC 5280 demands. */
export function time(date: Date): Der {
  const digits = date.toISOString().replace(/[-:T]|\.\d{3}/g, '');
  return date.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(tags.time, Buffer.from(digits));
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return Buffer.from([0x80 + bytes.length, ...bytes]);
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) {
    bytes.unshift((left % 128) + 128);
  }
  return bytes;
}
