/** Java's String.split with one character: trailing empty strings are removed. */
export function javaSplit(text: string, separator: string): string[] {
  const parts = text.split(separator);
  while (parts.length > 0 && parts.at(-1) === '' && text !== '') {
    parts.pop();
  }
  return parts;
}
