/** A Java regular expression translated to JavaScript. */
export interface JavaPattern {
  source: string;
  flags: string;
  groupCount: number;
}

const piece =
  /\\Q[\s\S]*?(?:\\E|$)|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\\\]])*\]|\(\?<[A-Za-z][A-Za-z\d]*>|\(\?(?:[:=!]|<[=!])|\(\?[^)]*\)?|[()|^$.]|(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?|[\s\S]/y;

/** Java's line terminators. */
const lineEnds = '\\n\\r\\u0085\\u2028\\u2029';
const spaces = ' \\t\\n\\x0B\\f\\r';

/** Translates an expression of java.util.regex; undefined if it is invalid or has no JavaScript equivalent. */
export function translateJavaRegex(pattern: string, givenFlags = ''): JavaPattern | undefined {
  const leading = /^\(\?([ims]+)\)/.exec(pattern);
  const flags = [...new Set(givenFlags + (leading?.[1] ?? ''))].join('');
  const rest = pattern.slice(leading?.[0].length ?? 0);
  let source = '';
  let groupCount = 0;
  for (let at = 0; at < rest.length; ) {
    piece.lastIndex = at;
    const found = piece.exec(rest)?.[0] ?? '';
    const translated = found === '' ? undefined : translatePiece(found, flags);
    if (translated === undefined) {
      return undefined;
    }
    groupCount += found === '(' || /^\(\?<[A-Za-z]/.test(found) ? 1 : 0;
    source += translated;
    at += found.length;
  }
  try {
    new RegExp(source, flags);
  } catch {
    return undefined;
  }
  return { source, flags, groupCount };
}

function translatePiece(found: string, flags: string): string | undefined {
  if (found.startsWith('\\')) {
    return translateEscape(found);
  }
  if (found.startsWith('[')) {
    return translateClass(found);
  }
  if (found === '.') {
    return flags.includes('s') ? '[\\s\\S]' : `[^${lineEnds}]`;
  }
  if (found === '^') {
    return flags.includes('m') ? undefined : '^';
  }
  if (found === '$') {
    return flags.includes('m') ? undefined : `(?=(?:\\r\\n|[${lineEnds}])?(?![\\s\\S]))`;
  }
  if (/^[*+?{].*\+$/.test(found) && found !== '+') {
    // Possessive quantifier.
    return undefined;
  }
  if (found.startsWith('(?') && !/^\(\?(?:[:=!]$|<[=!]$|<[A-Za-z])/.test(found)) {
    return undefined;
  }
  return /^[{}\]]$/.test(found) ? `\\${found}` : found === '/' ? '\\/' : found;
}

function translateEscape(found: string): string | undefined {
  if (found.startsWith('\\Q')) {
    return RegExp.escape(found.slice(2).replace(/\\E$/, ''));
  }
  if (/^\\(?:[dDwWbBtnrf]|[ux][\da-fA-F]+)$/.test(found)) {
    return found;
  }
  switch (found) {
    case '\\s':
      return `[${spaces}]`;
    case '\\S':
      return `[^${spaces}]`;
    case '\\z':
      return '(?![\\s\\S])';
    case '\\A':
      return '(?<![\\s\\S])';
  }
  return /^\\[A-Za-z\d]$/.test(found) ? undefined : escapedSign(found.slice(1));
}

const escapedSign = (sign: string) => (/[\w\s]/.test(sign) ? sign : RegExp.escape(sign));

function translateClass(found: string): string | undefined {
  const isNegated = found.startsWith('[^');
  const inner = found.slice(isNegated ? 2 : 1, -1);
  if (inner === '' || inner.startsWith(']') || /&&|(?<!\\)\[/.test(inner)) {
    return undefined;
  }
  let all = '';
  for (const [part] of inner.matchAll(/\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[\s\S]|[\s\S]/g)) {
    if (part === '\\s') {
      all += spaces;
    } else if (/^\\[dwtnrfDW]$|^\\[ux]./.test(part)) {
      all += part;
    } else if (/^\\[A-Za-z\d]$/.test(part)) {
      return undefined;
    } else {
      all +=
        part.length === 2
          ? /[\w\s]/.test(part[1] ?? '')
            ? part[1]
            : `\\${part[1]}`
          : part === '^'
            ? '\\^'
            : part;
    }
  }
  return `[${isNegated ? '^' : ''}${all}]`;
}
