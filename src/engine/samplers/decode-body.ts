/** The body of a request as a sample shows it. */
export function decodeBody(bytes: Buffer, charset: string): string {
  if (/^utf-?8$/i.test(charset)) {
    return bytes.toString('utf8');
  }
  const text = bytes.toString('latin1');
  return /^us-ascii$/i.test(charset) ? text.replace(/[\x80-\xff]/g, '\ufffd') : text;
}
