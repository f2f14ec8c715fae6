/** Java's character sets, as ranges for JavaScript character classes. */
interface Ranges {
  inside: string;
  outside: string;
}

export type ClassLetter = 'w' | 'd' | 's';

const members: Record<ClassLetter, RegExp> = {
  // Character.isLetterOrDigit and the underscore.
  w: /[\p{L}\p{Nd}_]/u,
  d: /\p{Nd}/u,
  // Character.isWhitespace, which excludes no-break spaces.
  s: /[\t-\r\u001c-\u0020\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]/,
};

const known = new Map<ClassLetter, Ranges>();

/** Covers all 65,536 UTF-16 units: Java, and JavaScript without the `u` flag, match single units. */
export function rangesOf(letter: ClassLetter): Ranges {
  const found = known.get(letter) ?? findRanges(members[letter]);
  known.set(letter, found);
  return found;
}

function findRanges(pattern: RegExp): Ranges {
  const ranges = { inside: '', outside: '' };
  let start = 0;
  let isInside = pattern.test('\0');
  for (let code = 1; code <= 0x1_00_00; code++) {
    const isNextInside = code < 0x1_00_00 && pattern.test(String.fromCharCode(code));
    if (isNextInside !== isInside || code === 0x1_00_00) {
      ranges[isInside ? 'inside' : 'outside'] += range(start, code - 1);
      start = code;
      isInside = isNextInside;
    }
  }
  return ranges;
}

const range = (from: number, to: number) => (from === to ? unit(from) : `${unit(from)}-${unit(to)}`);

export const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
