import { BrokenXml, UnprovenXml } from './xml-document.ts';

const isUtf8 = /^utf-?8$/i;

/** Encoding in the XML declaration. */
function declaredEncoding(head: string): string | undefined {
  return /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
}

/**
 * Text of a document received as text: JMeter encodes it as UTF-8, and Xerces decodes that with the declared
 * encoding.
 */
export function xmlOfText(text: string): string {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  const encoding = plain === text && text.startsWith('<?xml') ? declaredEncoding(text) : undefined;
  return encoding === undefined || isUtf8.test(encoding) ? plain : decodeAs(encoding, Buffer.from(text));
}

/** Text of a document received as bytes; `text` returns the same bytes decoded as UTF-8. */
export function xmlOfBytes(bytes: Buffer, text: () => string): string {
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe)) {
    return new TextDecoder(bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le').decode(bytes);
  }
  const encoding = declaredEncoding(bytes.toString('latin1', 0, 200));
  if (encoding !== undefined && !isUtf8.test(encoding)) {
    return decodeAs(encoding, bytes);
  }
  const read = text();
  if (read.includes('\ufffd')) {
    requireUtf8(bytes);
  }
  return read.startsWith('\ufeff') ? read.slice(1) : read;
}

function decodeAs(encoding: string, bytes: Buffer): string {
  if (/^iso-8859-1$/i.test(encoding)) {
    return bytes.toString('latin1');
  }
  if (/^(utf-?16|us-ascii)/i.test(encoding)) {
    throw new UnprovenXml(`a document in ${encoding}`);
  }
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    throw new UnprovenXml(`a document in ${encoding}`);
  }
}

function requireUtf8(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const length = lengthOf(first);
    if (length === 0) {
      throw new BrokenXml('Invalid byte 1 of 1-byte UTF-8 sequence.');
    }
    for (let place = 2; place <= length; place++) {
      if (((bytes[at + place - 1] ?? 0) & 0xc0) !== 0x80) {
        throw new BrokenXml(`Invalid byte ${place} of ${length}-byte UTF-8 sequence.`);
      }
    }
    at += length;
  }
}

function lengthOf(first: number): number {
  if (first < 0x80) {
    return 1;
  }
  if (first >= 0xc2 && first < 0xe0) {
    return 2;
  }
  return first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf8 ? 4 : 0;
}
