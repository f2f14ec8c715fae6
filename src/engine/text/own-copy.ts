/** Shorter ones are copied by V8 itself. */
const shortestSlice = 13;
const largeText = 1024;

/**
 * A part of a large text as a text of its own: V8 makes a part point into the whole, which would stay in memory for as
 * long as a user has the part in a variable.
 */
export function ownCopy(part: string, whole: string): string {
  if (part.length < shortestSlice || whole.length < largeText || part.length > whole.length / 2) {
    return part;
  }
  const encoding = /^[\0-\xff]*$/.test(part) ? 'latin1' : 'utf16le';
  return Buffer.from(part, encoding).toString(encoding);
}
