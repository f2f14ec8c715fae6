import { AppError } from '../../domain/errors.ts';

export type Language = 'scala' | 'java' | 'kotlin';

/** A range of a source file. `interpolated` is the text of an interpolated string. */
export interface Segment {
  kind: 'code' | 'comment' | 'string' | 'interpolated';
  start: number;
  end: number;
}

export function languageOf(name: string): Language | undefined {
  switch (/\.(scala|java|kt)$/i.exec(name)?.[1]?.toLowerCase()) {
    case 'scala':
      return 'scala';
    case 'java':
      return 'java';
    case 'kt':
      return 'kotlin';
    default:
      return undefined;
  }
}

/** Splits a source file into code, comments and strings, in order and without gaps. Quotes belong to the strings. */
export function scanSource(text: string, language: Language): Segment[] {
  return new Scanner(text, language).scan();
}

/** The source with everything but code replaced by blanks; positions and lines are preserved. */
export function codeOnly(text: string, segments: readonly Segment[]): string {
  return segments
    .map(({ kind, start, end }) => {
      const part = text.slice(start, end);
      return kind === 'code' ? part : part.replaceAll(/[^\n]/g, ' ');
    })
    .join('');
}

/**
 * Returns a function from a position to its line number, from 1. It scans the text once for any number of positions.
 */
export function createLineFinder(text: string): (place: number) => number {
  const breaks: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks.push(at);
  return (place) => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** Maximum nesting of strings within expressions within strings, far above what compilers accept. */
const maxNesting = 100;

const nestedTooDeeply = () =>
  new AppError(
    'plan_broken',
    `Strings of a source are nested more than ${maxNesting} levels deep. Nest them less deeply.`,
  );

const charLiteral = /'(?:\\u+[0-9a-fA-F]{4}|\\[0-7]{1,3}|\\.|[^\\'\n])'/y;

class Scanner {
  readonly #text: string;
  readonly #language: Language;
  readonly #segments: Segment[] = [];
  #place = 0;
  #start = 0;
  #depth = 0;

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#language = language;
  }

  scan(): Segment[] {
    while (this.#place < this.#text.length) {
      this.#code();
      // An unmatched closing brace; the compiler reports it.
      this.#place += 1;
    }
    this.#place = this.#text.length;
    this.#cut('code');
    return this.#segments;
  }

  /** Up to the brace that closes what was opened before, or to the end. */
  #code(): void {
    let depth = 0;
    while (this.#place < this.#text.length) {
      const character = this.#text[this.#place];
      if (this.#at('//')) {
        this.#cut('code');
        this.#lineComment();
      } else if (this.#at('/*')) {
        this.#cut('code');
        this.#blockComment();
      } else if (character === '"') {
        this.#string();
      } else if (character === "'") {
        this.#charLiteral();
      } else if (character === '`') {
        const end = this.#text.indexOf('`', this.#place + 1);
        this.#place = end < 0 ? this.#text.length : end + 1;
      } else if (character === '}' && depth === 0) {
        return;
      } else {
        depth += character === '{' ? 1 : character === '}' ? -1 : 0;
        this.#place += 1;
      }
    }
  }

  #lineComment(): void {
    const end = this.#text.indexOf('\n', this.#place);
    this.#place = end < 0 ? this.#text.length : end;
    this.#cut('comment');
  }

  /** Nested comments, as in Scala and Kotlin. */
  #blockComment(): void {
    let depth = 0;
    do {
      if (this.#at('/*') && (depth === 0 || this.#language !== 'java')) {
        depth += 1;
        this.#place += 2;
      } else if (this.#at('*/')) {
        depth -= 1;
        this.#place += 2;
      } else {
        this.#place += 1;
      }
    } while (depth > 0 && this.#place < this.#text.length);
    this.#cut('comment');
  }

  #charLiteral(): void {
    charLiteral.lastIndex = this.#place;
    const found = charLiteral.exec(this.#text);
    if (!found) {
      this.#place += 1;
      return;
    }
    this.#cut('code');
    this.#place += found[0].length;
    this.#cut('string');
  }

  #string(): void {
    const before = this.#text[this.#place - 1] ?? '';
    const isInterpolated =
      this.#language === 'kotlin' || (this.#language === 'scala' && /[\w$]/.test(before));
    const kind = isInterpolated ? 'interpolated' : 'string';
    const quotes = this.#at('"""') ? '"""' : '"';
    this.#cut('code');
    this.#place += quotes.length;
    while (this.#place < this.#text.length && !this.#at(quotes)) {
      const character = this.#text[this.#place];
      const isRaw = quotes === '"""' && this.#language !== 'java';
      if (character === '\\' && !isRaw) {
        this.#place += 2;
      } else if (isInterpolated && this.#language === 'scala' && this.#at('$$')) {
        this.#place += 2;
      } else if (isInterpolated && this.#at('${')) {
        this.#place += 2;
        this.#cut(kind);
        this.#depth += 1;
        if (this.#depth > maxNesting) throw nestedTooDeeply();
        this.#code();
        this.#depth -= 1;
        this.#cut('code');
      } else if (character === '\n' && quotes === '"') {
        // Unterminated; the compiler reports it.
        break;
      } else {
        this.#place += 1;
      }
    }
    if (this.#at(quotes)) {
      this.#place += quotes.length;
    }
    // Of four quotes or more at the end, the last three close the string.
    while (quotes === '"""' && this.#text[this.#place] === '"') {
      this.#place += 1;
    }
    this.#place = Math.min(this.#place, this.#text.length);
    this.#cut(kind);
  }

  #at(text: string): boolean {
    return this.#text.startsWith(text, this.#place);
  }

  #cut(kind: Segment['kind']): void {
    if (this.#place > this.#start) {
      this.#segments.push({ kind, start: this.#start, end: this.#place });
      this.#start = this.#place;
    }
  }
}
