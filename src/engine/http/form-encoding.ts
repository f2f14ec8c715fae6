/** java.net.URLEncoder, which matches HttpClient's form entities. */
export function urlEncode(text: string, charset: string): string {
  if (/^[A-Za-z0-9.*_-]*$/.test(text)) {
    return text;
  }
  let result = '';
  for (const piece of text.match(/[A-Za-z0-9.*_-]+| |[^A-Za-z0-9.*_ -]+/gu) ?? []) {
    if (piece === ' ') {
      result += '+';
    } else if (/^[A-Za-z0-9.*_-]/.test(piece)) {
      result += piece;
    } else {
      for (const byte of encodeText(piece, charset)) {
        result += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
      }
    }
  }
  return result;
}

/** java.net.URLDecoder. Throws on an invalid escape. */
export function urlDecode(text: string, charset: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.replace(/(?:%[0-9A-Fa-f]{2})+|%/g, (escapes) => {
    if (escapes === '%') {
      throw new Error('URLDecoder: Illegal hex characters in escape (%) pattern');
    }
    return decodeBytes(Buffer.from(escapes.replaceAll('%', ''), 'hex'), charset);
  });
}

export function encodeText(text: string, charset: string): Buffer {
  if (/^(?:iso-8859-1|latin1)$/i.test(charset)) {
    return Buffer.from(text.replace(/[^\0-\xff]/gu, '?'), 'latin1');
  }
  if (/^(?:us-)?ascii$/i.test(charset)) {
    return Buffer.from(text.replace(/[^\0-\x7f]/gu, '?'), 'latin1');
  }
  // Java encodes a lone surrogate as a question mark.
  return Buffer.from(text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '?'), 'utf8');
}

function decodeBytes(bytes: Buffer, charset: string): string {
  return /^(?:iso-8859-1|latin1|us-ascii|ascii)$/i.test(charset)
    ? bytes.toString('latin1')
    : bytes.toString('utf8');
}
