import { decodeGb2312 } from './gb2312.ts';

/** Decodes bytes as Java does with a charset; undefined if the charset is unknown. An empty name means UTF-8. */
export function decodeBytes(bytes: Buffer, charset: string): string | undefined {
  const name = charset.trim().toLowerCase();
  if (name === '' || name === 'utf-8' || name === 'utf8') {
    return bytes.toString('utf8');
  }
  if (name === 'iso-8859-1' || name === 'latin1' || name === 'iso8859_1') {
    return bytes.toString('latin1');
  }
  if (name === 'us-ascii' || name === 'ascii') {
    return bytes.toString('latin1').replace(/[\u0080-\u00ff]/g, '\ufffd');
  }
  if (name === 'gb2312') {
    return decodeGb2312(bytes);
  }
  if (name.startsWith('windows-125')) {
    // Unassigned bytes are control characters in web encodings, and U+FFFD in Java.
    return new TextDecoder(name).decode(bytes).replace(/[\u0080-\u009f]/g, '\ufffd');
  }
  // Java uses the byte order mark, and big-endian without one.
  const isLittle = name === 'utf-16' && bytes[0] === 0xff && bytes[1] === 0xfe;
  const label = name === 'utf-16' ? (isLittle ? 'utf-16le' : 'utf-16be') : name;
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
}
