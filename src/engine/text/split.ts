/**
 * JOrphanUtils.split: an empty text has no parts, and a separator at the end is followed by an empty one. With
 * `isTruncated` separators beside each other count as one, and those at both ends as none.
 */
export function split(text: string, separator: string, isTruncated: boolean): string[] {
  let rest = text;
  if (isTruncated) {
    const twice = separator + separator;
    for (let at = rest.indexOf(twice); at >= 0; at = rest.indexOf(twice)) {
      rest = rest.slice(0, at + separator.length) + rest.slice(at + twice.length);
    }
    if (rest.startsWith(separator)) {
      rest = rest.slice(separator.length);
    }
    if (rest.endsWith(separator)) {
      rest = rest.slice(0, -separator.length);
    }
  }
  const parts: string[] = [];
  let start = 0;
  let spot = 0;
  while (start < rest.length) {
    spot = rest.indexOf(separator, start);
    if (spot < 0) {
      break;
    }
    parts.push(rest.slice(start, spot));
    start = spot + separator.length;
  }
  if (start < rest.length) {
    parts.push(rest.slice(start));
  } else if (spot === rest.length - separator.length) {
    parts.push('');
  }
  return parts;
}
