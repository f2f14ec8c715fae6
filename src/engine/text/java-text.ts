/** Java's String.trim: every character up to the space goes, and no other. */
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
