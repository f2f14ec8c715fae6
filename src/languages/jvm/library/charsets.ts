import { fail, UnsupportedScript } from '../values.ts';

function encodingOf(charset: string): 'utf8' | 'latin1' | 'ascii' {
  switch (charset.toUpperCase()) {
    case 'UTF-8':
    case 'UTF8':
      return 'utf8';
    case 'ISO-8859-1':
    case 'ISO8859_1':
    case 'LATIN1':
      return 'latin1';
    case 'US-ASCII':
    case 'ASCII':
      return 'ascii';
  }
  if (!/^[\w.:+-]+$/.test(charset)) {
    fail('java.io.UnsupportedEncodingException', charset);
  }
  throw new UnsupportedScript(`the charset ${charset}`);
}

/** Unmappable characters become question marks, as in Java. */
export function bytesOf(text: string, charset: string): Buffer {
  const encoding = encodingOf(charset);
  if (encoding === 'utf8') {
    return Buffer.from(
      text.toWellFormed().replaceAll('\ufffd', (found, at: number) => (text[at] === found ? found : '?')),
      'utf8',
    );
  }
  const limit = encoding === 'ascii' ? 0x7f : 0xff;
  return Buffer.from(
    [...text].map((each) => ((each.codePointAt(0) ?? 0) > limit ? 0x3f : each.charCodeAt(0))),
  );
}

export function decodeBytes(bytes: Uint8Array, charset: string): string {
  const encoding = encodingOf(charset);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (encoding === 'ascii') {
    return [...buffer].map((byte) => (byte > 0x7f ? '\ufffd' : String.fromCharCode(byte))).join('');
  }
  return buffer.toString(encoding);
}
