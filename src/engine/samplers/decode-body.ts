/** Decodes a request body for display in a sample. Charsets other than UTF-8 and US-ASCII are read as ISO-8859-1. */
export function decodeBody(bytes: Buffer, charset: string): string {
  if (/^utf-?8$/i.test(charset)) {
    return bytes.toString('utf8');
  }
  const text = bytes.toString('latin1');
  return /^us-ascii$/i.test(charset) ? text.replace(/[\x80-\xff]/g, '\ufffd') : text;
}
