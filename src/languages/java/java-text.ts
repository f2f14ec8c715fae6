/** Java's String.trim: removes all characters up to U+0020. */
export function javaTrim(text: string): string {
  const trimmed = javaTrimEnd(text);
  let start = 0;
  while (start < trimmed.length && trimmed.charCodeAt(start) <= 0x20) {
    start += 1;
  }
  return trimmed.slice(start);
}

/** The same at the end only, in linear time. */
export function javaTrimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) {
    end -= 1;
  }
  return text.slice(0, end);
}

/** Java's String.hashCode. */
export function javaHash(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  }
  return hash;
}

/** Java's String.equalsIgnoreCase. */
export function equalsIgnoreCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase() || one.toUpperCase() === other.toUpperCase();
}
