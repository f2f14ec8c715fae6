export interface CommentSyntax {
  /** Quotes of multi-line strings. */
  longQuote: '"""' | '`';
  /** Replacement of a string. */
  replaceString: (text: string) => string;
}

/**
 * Replaces comments by a blank. Strings are skipped as a whole, because `http://…` is not a comment. Reads each
 * character a bounded number of times: unterminated quotes are remembered.
 */
export function stripComments(text: string, { longQuote, replaceString }: CommentSyntax): string {
  const parts: string[] = [];
  /** Per quote, the position before which no further string is terminated. */
  const openUntil = new Map<string, number>();
  let kept = 0;
  let at = 0;
  while (at < text.length) {
    const end = endOfToken(text, at, longQuote, openUntil);
    if (end === undefined) {
      at += 1;
      continue;
    }
    parts.push(text.slice(kept, at), text[at] === '/' ? ' ' : replaceString(text.slice(at, end)));
    at = end;
    kept = end;
  }
  parts.push(text.slice(kept));
  return parts.join('');
}

/** End of the comment or string that starts here; undefined if unterminated. */
function endOfToken(
  text: string,
  at: number,
  longQuote: string,
  openUntil: Map<string, number>,
): number | undefined {
  const first = text[at];
  if (first === '/') {
    if (text.startsWith('//', at)) return endOfLine(text, at);
    return text.startsWith('/*', at) ? closedBy(text, at, '/*', '*/', openUntil) : undefined;
  }
  if (longQuote === '"""' && text.startsWith('"""', at)) {
    const end = closedBy(text, at, '"""', '"""', openUntil);
    if (end !== undefined) return end;
  }
  const isLong = first === '`' && longQuote === '`';
  if (!isLong && first !== '"' && first !== "'") return undefined;
  if (at < (openUntil.get(first) ?? 0)) return undefined;
  let end = at + 1;
  while (end < text.length && text[end] !== first && (isLong || text[end] !== '\n')) {
    // A backslash before a line end does not escape it, except in a multi-line string.
    const escapes = text[end] === '\\' && (isLong || text[end + 1] !== '\n');
    end += escapes ? 2 : 1;
  }
  if (text[end] === first) return end + 1;
  openUntil.set(first, end);
  return undefined;
}

function closedBy(
  text: string,
  at: number,
  opening: string,
  closing: string,
  openUntil: Map<string, number>,
): number | undefined {
  if (at < (openUntil.get(opening) ?? 0)) return undefined;
  const end = text.indexOf(closing, at + opening.length);
  if (end >= 0) return end + closing.length;
  openUntil.set(opening, text.length);
  return undefined;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
