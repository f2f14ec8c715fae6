/** Longer names are not searched for. */
const maxNameLength = 255;

/**
 * Counts in one pass how often each name occurs other than in a read: `${name}`, or as the first argument of __P or
 * __property. Names that cannot be searched for are missing in the result.
 */
export function countMentions(text: string, names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) {
    if (name !== '' && name.length <= maxNameLength) {
      counts.set(name, 0);
    }
  }
  const lengths = lengthsByStart(counts.keys());
  let isWithin = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    for (const length of (isWithin ? undefined : lengths.get(code)) ?? []) {
      const name = isWordAt(text, at + length) ? '' : text.slice(at, at + length);
      const count = counts.get(name);
      if (count !== undefined && !isRead(text, at, at + length)) {
        counts.set(name, count + 1);
      }
    }
    isWithin = isWord(code) || code === dot;
  }
  return counts;
}

/** First character → lengths of the names that start with it. */
function lengthsByStart(names: Iterable<string>): Map<number, Set<number>> {
  const lengths = new Map<number, Set<number>>();
  for (const name of names) {
    const start = name.charCodeAt(0);
    lengths.set(start, (lengths.get(start) ?? new Set()).add(name.length));
  }
  return lengths;
}

function isRead(text: string, from: number, to: number): boolean {
  if (text.startsWith('${', from - 2) && text[to] === '}') {
    return true;
  }
  // A name with more blanks around it counts as set, which is the safe assumption.
  return (
    /__(?:P|property)\(\s*$/.test(text.slice(Math.max(0, from - 40), from)) &&
    /^\s*[,)]/.test(text.slice(to, to + 40))
  );
}

const dot = 0x2e;

const isWordAt = (text: string, at: number) => at < text.length && isWord(text.charCodeAt(at));

/** Like `\w`. */
const isWord = (code: number) =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f;
