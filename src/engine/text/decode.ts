import { decodeGb2312 } from './gb2312.ts';

/** Bytes as Java reads them with a charset; undefined when neither of us knows it. Nothing named means UTF-8. */
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
    // Bytes without a character are control characters on the web, and unknown to Java.
    return new TextDecoder(name).decode(bytes).replace(/[\u0080-\u009f]/g, '\ufffd');
  }
  // Java takes the byte order from the mark, and the big end first without one.
  const isLittle = name === 'utf-16' && bytes[0] === 0xff && bytes[1] === 0xfe;
  const label = name === 'utf-16' ? (isLittle ? 'utf-16le' : 'utf-16be') : name;
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
}
