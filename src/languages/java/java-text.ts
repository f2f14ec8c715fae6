/** Java's String.trim: removes all characters up to U+0020. */
export function javaTrim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) {
    start += 1;
  }
  while (end > start && text.charCodeAt(end - 1) <= 0x20) {
    end -= 1;
  }
  return text.slice(start, end);
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
