import { type ClassLetter, rangesOf, unit } from './oro-classes.ts';
import {
  assertionShape,
  choiceShape,
  groupShape,
  lookaroundShape,
  type RegexShape,
  repeatedShape,
  sequenceShape,
  unitShape,
} from './oro-shape.ts';

/** A JavaScript expression that finds the same matches as Jakarta ORO's Perl5Matcher. */
export interface TranslatedRegex {
  source: string;
  groups: number;
  /** Whether it can match the empty string: then ORO continues differently after a match. */
  isNullable: boolean;
  shape: RegexShape;
}

/** Why an expression is not translated; completes a sentence that starts with "an expression with". */
export class RegexRefusal extends Error {}

/**
 * Translates an expression of JMeter in the dialect of Jakarta ORO (Perl 5, 1999, with Java's letters and digits).
 * Throws for expressions that cannot be translated exactly, that ORO rejects, or that would backtrack without end.
 */
export function translateRegex(pattern: string): TranslatedRegex {
  const [, letters = ''] = /^\(\?([a-z]+)\)/.exec(pattern) ?? [];
  if (!/^[ims]*$/.test(letters)) {
    throw new RegexRefusal(`the modifiers (?${letters})`);
  }
  const from = letters === '' ? 0 : letters.length + 3;
  const translator = new Translator(pattern, from, {
    isMultiline: letters.includes('m'),
    isDotAll: letters.includes('s'),
    isCaseless: letters.includes('i'),
  });
  const { source, isNullable, shape } = translator.translate();
  if (translator.openRepetitions > 2 && /\(\?[=!]/.test(source)) {
    throw new RegexRefusal('more than two open repetitions together with $, \\b or a look ahead');
  }
  return { source, groups: translator.groups, isNullable, shape };
}

interface Modifiers {
  isMultiline: boolean;
  isDotAll: boolean;
  isCaseless: boolean;
}

/** A translated piece. */
interface Piece {
  source: string;
  isNullable: boolean;
  /** Contains an unbounded repetition. */
  isUnbounded: boolean;
  hasCapture: boolean;
  isAssertion: boolean;
  shape: RegexShape;
}

const start = '^';
const end = '(?![^])';
const escapes: Record<string, string> = { n: '\\n', r: '\\r', t: '\\t', f: '\\f', e: '\\x1b', a: '\\x07' };

class Translator {
  readonly #pattern: string;
  readonly #modifiers: Modifiers;
  #at: number;
  groups = 0;
  /** Number of unbounded repetitions. V8's linear-time engine supports them, except with look-ahead. */
  openRepetitions = 0;

  constructor(pattern: string, from: number, modifiers: Modifiers) {
    this.#pattern = pattern;
    this.#at = from;
    this.#modifiers = modifiers;
  }

  translate(): Piece {
    const whole = this.#alternatives();
    if (this.#at < this.#pattern.length) {
      throw new RegexRefusal('a parenthesis that is not opened');
    }
    return whole;
  }

  #alternatives(): Piece {
    const branches = [this.#sequence()];
    while (this.#pattern[this.#at] === '|') {
      this.#at += 1;
      branches.push(this.#sequence());
    }
    return {
      source: branches.map((branch) => branch.source).join('|'),
      isNullable: branches.some((branch) => branch.isNullable),
      isUnbounded: branches.some((branch) => branch.isUnbounded),
      hasCapture: branches.some((branch) => branch.hasCapture),
      isAssertion: false,
      shape: choiceShape(branches.map((branch) => branch.shape)),
    };
  }

  #sequence(): Piece {
    const whole: Piece = {
      source: '',
      isNullable: true,
      isUnbounded: false,
      hasCapture: false,
      isAssertion: false,
      shape: sequenceShape([]),
    };
    const shapes: RegexShape[] = [];
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at] ?? '')) {
      const piece = this.#quantified(this.#atom());
      whole.source += piece.source;
      whole.isNullable &&= piece.isNullable;
      whole.isUnbounded ||= piece.isUnbounded;
      whole.hasCapture ||= piece.hasCapture;
      shapes.push(piece.shape);
    }
    whole.shape = sequenceShape(shapes);
    return whole;
  }

  #quantified(atom: Piece): Piece {
    const [written, least, comma, most] =
      /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(this.#pattern.slice(this.#at, this.#at + 16)) ?? [];
    if (written === undefined) {
      return atom;
    }
    if (atom.isAssertion) {
      throw new RegexRefusal(`a repetition of an assertion`);
    }
    this.#at += written.length;
    const max = maxOf(written, least, comma, most);
    if (Number(least ?? 0) > 65_000 || (max !== Number.POSITIVE_INFINITY && max > 65_000)) {
      throw new RegexRefusal('too many repetitions');
    }
    if (max < Number(least ?? 0)) {
      throw new RegexRefusal(`the interval ${written}`);
    }
    refuseRunaway(atom, max);
    this.openRepetitions += max === Number.POSITIVE_INFINITY ? 1 : 0;
    const lazy = this.#pattern[this.#at] === '?' ? '?' : '';
    this.#at += lazy.length;
    if (/[*+?]|\{\d+(,\d*)?\}/.test(this.#repetitionHere())) {
      throw new RegexRefusal('repetitions that follow each other');
    }
    const isOptional = written === '*' || written === '?' || least === '0';
    return {
      ...atom,
      source: `${atom.source}${written}${lazy}`,
      isNullable: atom.isNullable || isOptional,
      isUnbounded: atom.isUnbounded || max === Number.POSITIVE_INFINITY,
      shape: repeatedShape(atom.shape, written === '+' ? 1 : Number(least ?? 0), max),
    };
  }

  #repetitionHere(): string {
    return /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(this.#pattern.slice(this.#at, this.#at + 16))?.[0] ?? '';
  }

  #atom(): Piece {
    const character = this.#pattern[this.#at] ?? '';
    this.#at += 1;
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#unit(this.#class());
      case '.':
        return this.#unit(this.#modifiers.isDotAll ? '[^]' : '[^\\n]');
      case '^':
        return this.#modifiers.isMultiline
          ? assertion(`(?:${start}|(?<=\\n)(?=[^]))`)
          : assertion(start, true);
      case '$':
        return assertion(this.#modifiers.isMultiline ? `(?=\\n|${end})` : `(?=\\n?${end})`);
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new RegexRefusal(`a ${character} without an expression before it`);
      default:
        return this.#unit(this.#anyCase(this.#literal(character)));
    }
  }

  #unit(source: string): Piece {
    return { ...piece(source), shape: unitShape(source) };
  }

  #group(): Piece {
    const rest = this.#pattern.slice(this.#at, this.#at + 3);
    const [opening = ''] = /^\?(?:[:=!])/.exec(rest) ?? [];
    if (rest.startsWith('?') && opening === '') {
      throw new RegexRefusal(`(${rest}`);
    }
    this.#at += opening.length;
    if (opening === '') {
      this.groups += 1;
    }
    const inner = this.#alternatives();
    if (this.#pattern[this.#at] !== ')') {
      throw new RegexRefusal('a parenthesis that is not closed');
    }
    this.#at += 1;
    const isLook = opening === '?=' || opening === '?!';
    if (isLook && (inner.hasCapture || inner.isNullable)) {
      throw new RegexRefusal('a look-ahead that captures or may be empty');
    }
    return {
      source: `(${opening}${inner.source})`,
      isNullable: isLook || inner.isNullable,
      isUnbounded: inner.isUnbounded,
      hasCapture: inner.hasCapture || opening === '',
      isAssertion: isLook,
      shape: isLook ? lookaroundShape(inner.shape) : groupShape(inner.shape),
    };
  }

  #escape(): Piece {
    const character = this.#pattern[this.#at];
    this.#at += 1;
    switch (character) {
      case undefined:
        throw new RegexRefusal('a backslash at its end');
      case 'A':
        return assertion(start, true);
      case 'Z':
        return assertion(`(?=\\n?${end})`);
      case 'b':
        return assertion(boundary());
      case 'B':
        return assertion(`(?!${boundary()})`);
      case 'G':
      case 'c':
      case 'z':
        throw new RegexRefusal(`\\${character}`);
      default:
        return /\d/.test(character)
          ? this.#refuseNumber(character)
          : this.#unit(this.#classEscape(character) ?? this.#anyCase(this.#literalEscape(character)));
    }
  }

  #refuseNumber(digit: string): never {
    throw new RegexRefusal(`\\${digit}`);
  }

  /** `\w`, `\D` and similar, outside of brackets. */
  #classEscape(character: string): string | undefined {
    const ranges = this.#rangesHere(character);
    return ranges && `[${ranges}]`;
  }

  #rangesHere(character: string): string | undefined {
    const letter = character.toLowerCase();
    if (letter !== 'w' && letter !== 'd' && letter !== 's') {
      return undefined;
    }
    const { inside, outside } = rangesOf(letter as ClassLetter);
    return letter === character ? inside : outside;
  }

  #literalEscape(character: string): string {
    if (character === 'x') {
      const [hex] = /^[0-9a-fA-F]{2}/.exec(this.#pattern.slice(this.#at)) ?? [];
      if (hex === undefined) {
        throw new RegexRefusal('\\x without two digits');
      }
      this.#at += 2;
      return this.#literal(String.fromCharCode(Number.parseInt(hex, 16)));
    }
    return escapes[character] ?? this.#literal(character);
  }

  #literal(character: string): string {
    if (this.#modifiers.isCaseless && character > '\u007f') {
      throw new RegexRefusal('letters beyond ASCII in any case');
    }
    return /[A-Za-z0-9_]/.test(character) ? character : unit(character.charCodeAt(0));
  }

  #anyCase(source: string): string {
    return this.#modifiers.isCaseless && /^[A-Za-z]$/.test(source)
      ? `[${source.toLowerCase()}${source.toUpperCase()}]`
      : source;
  }

  /** The text after `[`, as in Perl: a `]` in first position is literal. */
  #class(): string {
    const isNegated = this.#pattern[this.#at] === '^';
    this.#at += isNegated ? 1 : 0;
    let source = '';
    let isFirst = true;
    for (;;) {
      const character = this.#pattern[this.#at];
      if (character === undefined) {
        throw new RegexRefusal('a bracket that is not closed');
      }
      if (character === ']' && !isFirst) {
        this.#at += 1;
        return `[${isNegated ? '^' : ''}${source}]`;
      }
      isFirst = false;
      const item = this.#classItem();
      source += item + (this.#modifiers.isCaseless ? otherCase(item) : '');
    }
  }

  #classItem(): string {
    const from = this.#classMember();
    const next = this.#pattern[this.#at];
    const afterNext = this.#pattern[this.#at + 1];
    if (next !== '-' || afterNext === ']' || afterNext === undefined) {
      return from;
    }
    if (from.length > 6) {
      return from;
    }
    this.#at += 1;
    const to = this.#classMember();
    if (to.length > 6) {
      return `${from}${this.#modifiers.isCaseless ? otherCase(from) : ''}\\-${to}`;
    }
    if (codeOf(from) > codeOf(to)) {
      throw new RegexRefusal('a range in reverse order');
    }
    return `${from}-${to}`;
  }

  #classMember(): string {
    const character = this.#pattern[this.#at] ?? '';
    this.#at += 1;
    if (character === '[' && this.#pattern[this.#at] === ':') {
      throw new RegexRefusal('[: in brackets');
    }
    if (character !== '\\') {
      return this.#unitOf(character);
    }
    const escaped = this.#pattern[this.#at] ?? '';
    this.#at += 1;
    if (escaped === '' || /[\dcG]/.test(escaped)) {
      throw new RegexRefusal(`\\${escaped} in brackets`);
    }
    const ranges = this.#rangesHere(escaped);
    if (ranges !== undefined) {
      return ranges;
    }
    if (escaped === 'b') {
      return unit(8);
    }
    const literal = this.#literalEscape(escaped);
    return literal.startsWith('\\u') ? literal : this.#unitOf(decodeEscape(literal));
  }

  #unitOf(character: string): string {
    this.#literal(character);
    return unit(character.charCodeAt(0));
  }
}

/**
 * The other case of the letters of a character or range. The `i` flag is not used: V8's linear-time engine does not
 * support it.
 */
function otherCase(item: string): string {
  const [, from, to = from] = /^\\u([0-9a-f]{4})(?:-\\u([0-9a-f]{4}))?$/.exec(item) ?? [];
  if (from === undefined || to === undefined) {
    return '';
  }
  let source = '';
  for (const [a, z, by] of [
    [0x41, 0x5a, 32],
    [0x61, 0x7a, -32],
  ] as const) {
    const first = Math.max(a, Number.parseInt(from, 16));
    const last = Math.min(z, Number.parseInt(to, 16));
    source += first <= last ? `${unit(first + by)}-${unit(last + by)}` : '';
  }
  return source;
}

const codeOf = (written: string) => Number.parseInt(written.slice(2), 16);

function decodeEscape(literal: string): string {
  const known: Record<string, string> = {
    '\\n': '\n',
    '\\r': '\r',
    '\\t': '\t',
    '\\f': '\f',
    '\\x1b': '\x1b',
    '\\x07': '\x07',
  };
  return known[literal] ?? literal;
}

function maxOf(written: string, least = '', comma = '', most = ''): number {
  if (written === '?') {
    return 1;
  }
  if (written === '*' || written === '+' || (comma !== '' && most === '')) {
    return Number.POSITIVE_INFINITY;
  }
  return Number(comma === '' ? least : most);
}

/** Rejects exponential backtracking, and repetitions whose captures differ in ORO. */
function refuseRunaway(atom: Piece, max: number): void {
  if (atom.isNullable) {
    throw new RegexRefusal('a repetition of an expression that may be empty');
  }
  if (max <= 1) {
    return;
  }
  if (atom.hasCapture) {
    throw new RegexRefusal('a repeated group that captures');
  }
  if (atom.isUnbounded) {
    throw new RegexRefusal('repetitions within repetitions, which can backtrack without end');
  }
}

function boundary(): string {
  const { inside } = rangesOf('w');
  return `(?:(?<=[${inside}])(?![${inside}])|(?<![${inside}])(?=[${inside}]))`;
}

const piece = (source: string): Piece => ({
  source,
  isNullable: false,
  isUnbounded: false,
  hasCapture: false,
  isAssertion: false,
  shape: sequenceShape([]),
});

const assertion = (source: string, isAnchored = false): Piece => ({
  ...piece(source),
  isNullable: true,
  isAssertion: true,
  shape: assertionShape(isAnchored),
});
