/** One value of ASN.1's distinguished encoding (DER), the format of key stores. */
export interface Der {
  readonly tag: number;
  readonly content: Buffer;
  /** The value with its tag and length. */
  readonly whole: Buffer;
}

export const derTags = { integer: 0x02, octets: 0x04, oid: 0x06, sequence: 0x30, set: 0x31 } as const;

class BrokenDer extends Error {}

/** Throws BrokenDer for invalid bytes. */
export function readDer(bytes: Buffer): Der {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || first === 0x80) {
    throw new BrokenDer('It is not in the distinguished encoding.');
  }
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 4 || bytes.length < 2 + lengthBytes) {
    throw new BrokenDer('A length is broken.');
  }
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  const start = 2 + lengthBytes;
  if (bytes.length < start + length) {
    throw new BrokenDer('It breaks off.');
  }
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length) };
}

/** The values within a sequence, a set or an explicit tag. */
export function childrenOf({ content }: Der): Der[] {
  const children: Der[] = [];
  for (let at = 0; at < content.length; ) {
    const child = readDer(content.subarray(at));
    children.push(child);
    at += child.whole.length;
  }
  return children;
}

/** The child at an index; throws when it is missing. */
export function childAt(der: Der, index: number): Der {
  const child = childrenOf(der)[index];
  if (!child) {
    throw new BrokenDer('Something is missing in it.');
  }
  return child;
}

/** An object identifier as text, such as `1.2.840.113549.1.7.1`. */
export function oidOf({ content }: Der): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const [first = 0, ...rest] = numbers;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join('.');
}

export const integerOf = ({ content }: Der): number =>
  content.length > 0 && content.length <= 6 ? content.readUIntBE(0, content.length) : 0;
