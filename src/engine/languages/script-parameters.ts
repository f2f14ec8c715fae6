/** JOrphanUtils.split by blanks: the parameters of a script as a list. */
export function splitParameters(text: string): string[] {
  const trimmed = text.replaceAll(/ {2,}/g, ' ').replace(/^ /, '').replace(/ $/, '');
  return trimmed === '' ? [] : trimmed.split(' ');
}
