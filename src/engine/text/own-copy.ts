/** V8 copies shorter substrings. */
const shortestSlice = 13;
const largeText = 1024;

/**
 * Copies a part of a large text. V8's substrings refer to the whole text, which would stay in memory as long as a
 * user has the part in a variable.
 */
export function ownCopy(part: string, whole: string): string {
  if (part.length < shortestSlice || whole.length < largeText || part.length > whole.length / 2) {
    return part;
  }
  const encoding = /^[\0-\xff]*$/.test(part) ? 'latin1' : 'utf16le';
  return Buffer.from(part, encoding).toString(encoding);
}
