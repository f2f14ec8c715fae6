import { dateLetters } from './date-letters.ts';
import { epochOfLocal, type JavaZone, UnsupportedDate } from './java-zone.ts';
import { type WallTime, wallTimeWithOffset } from './wall-time.ts';

type Part = string | { letter: string; count: number };

/** A pattern that SimpleDateFormat rejects, with its message. */
export class BrokenPattern extends Error {}

/** Java's SimpleDateFormat in English. */
export class SimpleDateFormat {
  readonly #parts: readonly Part[];

  /** Throws BrokenPattern and UnsupportedDate. */
  constructor(pattern: string) {
    this.#parts = readPattern(pattern);
  }

  /** Throws UnsupportedDate. */
  format(epochMs: number, zone: JavaZone): string {
    const moment = wallTimeWithOffset(epochMs, zone.offsetMinutes(epochMs));
    return this.#parts
      .map((part) => (typeof part === 'string' ? part : formatPart(part.letter, part.count, moment, zone)))
      .join('');
  }

  /** Epoch milliseconds; undefined for text that is not a date. Throws UnsupportedDate. */
  parse(text: string, zone: JavaZone): number | undefined {
    const found: Record<string, number> = {};
    let at = 0;
    for (const [index, part] of this.#parts.entries()) {
      if (typeof part === 'string') {
        if (!text.startsWith(part, at)) {
          return undefined;
        }
        at += part.length;
        continue;
      }
      const isAdjacent = typeof this.#parts[index + 1] === 'object';
      const piece = readField(part, isAdjacent, text.slice(at));
      if (piece === undefined) {
        return undefined;
      }
      at += piece.length;
      found[part.letter] = piece.value;
    }
    return epochOf(found, zone);
  }
}

function readPattern(pattern: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at] ?? '';
    if (character === "'") {
      const quoted = /^'((?:[^']|'')*)'/.exec(pattern.slice(at));
      if (!quoted) {
        throw new BrokenPattern('Unterminated quote');
      }
      parts.push(quoted[1] === '' ? "'" : (quoted[1] ?? '').replaceAll("''", "'"));
      at += quoted[0].length;
    } else if (/[A-Za-z]/.test(character)) {
      let end = at;
      while (pattern[end] === character) {
        end += 1;
      }
      parts.push(checkedPart(character, end - at));
      at = end;
    } else {
      parts.push(character);
      at += 1;
    }
  }
  return parts;
}

function checkedPart(letter: string, count: number): Part {
  if (!'GyMwWDdFEaHhKkmsSuXYLzZ'.includes(letter)) {
    throw new BrokenPattern(`Illegal pattern character '${letter}'`);
  }
  if (letter === 'X' && count > 3) {
    throw new BrokenPattern('invalid ISO 8601 format: length=4');
  }
  return { letter, count };
}

/** Numeric letters, zero-padded to their number of repetitions. */
const padded = 'wWDdHhKkms';

function formatPart(letter: string, count: number, moment: WallTime, zone: JavaZone): string {
  const plain = (as: string, times: number) => dateLetters[as]?.format(moment, times) ?? '';
  if (padded.includes(letter)) {
    return plain(letter, 1).padStart(count, '0');
  }
  switch (letter) {
    case 'G':
      return 'AD';
    case 'y':
    case 'Y':
      return count === 2 ? plain(letter, 2) : plain(letter, 1).padStart(count, '0');
    case 'M':
    case 'L':
      return plain('M', Math.min(count, 4));
    case 'E':
      return plain('E', count < 4 ? 3 : 4);
    case 'F':
      return String(Math.ceil(moment.day / 7)).padStart(count, '0');
    case 'u':
      return String(((Number(plain('e', 1)) + 5) % 7) + 1).padStart(count, '0');
    case 'a':
      return plain('a', 1);
    case 'S':
      return String(Math.floor((moment.time?.nano ?? 0) / 1e6)).padStart(count, '0');
    case 'Z':
      return plain('Z', 1);
    case 'X':
      return count === 1 ? plain('X', 1).slice(0, 3) : plain('X', count);
  }
  return zoneName(zone, count);
}

/** Names of zones depend on the locale and its data. */
function zoneName({ id }: JavaZone, count: number): string {
  if (id !== 'UTC' && id !== 'GMT') {
    throw new UnsupportedDate('the name of a time zone');
  }
  return count < 4 ? id : id === 'UTC' ? 'Coordinated Universal Time' : 'Greenwich Mean Time';
}

/** Letters supported for parsing, with their minimum and maximum number of repetitions. */
const readable: Readonly<Record<string, readonly [least: number, most: number]>> = {
  y: [3, 9],
  M: [1, 2],
  d: [1, 9],
  H: [1, 9],
  m: [1, 9],
  s: [1, 9],
  S: [1, 9],
  X: [1, 3],
  Z: [1, 9],
};

interface Piece {
  value: number;
  length: number;
}

function readField({ letter, count }: { letter: string; count: number }, isAdjacent: boolean, text: string) {
  const [least, most] = readable[letter] ?? [1, 0];
  if (count < least || count > most) {
    throw new UnsupportedDate(`parse with ${letter.repeat(count)}`);
  }
  if (letter === 'X' || letter === 'Z') {
    return readOffset(letter, count, text);
  }
  const match = (isAdjacent ? new RegExp(`^\\d{${count}}`) : /^\d{1,15}/).exec(text);
  if (!match && /^[\s+-]/.test(text)) {
    throw new UnsupportedDate('parse of a text with blanks or signs');
  }
  return match ? { value: Number(match[0]), length: match[0].length } : undefined;
}

/** In minutes. Other notations of a zone are unsupported. */
function readOffset(letter: string, count: number, text: string): Piece {
  if (letter === 'X' && text.startsWith('Z')) {
    return { value: 0, length: 1 };
  }
  const form = letter === 'X' && count === 3 ? /^([+-])(\d\d):(\d\d)/ : /^([+-])(\d\d)(\d\d)/;
  const [all, sign, hours, minutes] = form.exec(text) ?? [];
  if (all === undefined || (letter === 'X' && count === 1) || Number(hours) > 23 || Number(minutes) > 59) {
    throw new UnsupportedDate('parse of a time zone');
  }
  const offset = Number(hours) * 60 + Number(minutes);
  return { value: sign === '-' ? -offset : offset, length: all.length };
}

/** Lenient: day 32 of a month overflows into the next one. */
function epochOf(found: Record<string, number>, zone: JavaZone): number {
  const { y = 1970, M = 1, d = 1, H = 0, m = 0, s = 0, S = 0, X, Z } = found;
  if (y < 1600 || y > 9999) {
    throw new UnsupportedDate('parse of a year before 1600');
  }
  const localMs = Date.UTC(y, M - 1, d, H, m, s, S);
  const offset = X ?? Z;
  return offset === undefined ? epochOfLocal(zone, localMs) : localMs - offset * 60_000;
}
