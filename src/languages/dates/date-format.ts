import { dateLetters } from './date-letters.ts';
import { type DatePart, parseDatePattern, widthToRead } from './date-pattern.ts';
import type { WallTime } from './wall-time.ts';

export interface DateFormat {
  /** Returns undefined when the pattern needs a time and the value is a date only. */
  format(moment: WallTime): string | undefined;
  /** Returns undefined for text that is not a date. */
  parse(text: string): WallTime | undefined;
}

/** Java's DateTimeFormatter in English, for the proven patterns. Throws for others. */
export function dateFormat(pattern: string): DateFormat {
  const parts = parseDatePattern(pattern);
  if (!parts) {
    throw new Error(`The date pattern ${pattern} cannot be used by this engine`);
  }
  return { format: (moment) => formatParts(parts, moment), parse: (text) => parseParts(parts, text) };
}

function formatParts(parts: readonly DatePart[], moment: WallTime): string | undefined {
  let text = '';
  for (const part of parts) {
    const piece = typeof part === 'string' ? part : dateLetters[part.letter]?.format(moment, part.count);
    if (piece === undefined) {
      return undefined;
    }
    text += piece;
  }
  return text;
}

function parseParts(parts: readonly DatePart[], text: string): WallTime | undefined {
  const found: Record<string, number> = {};
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'string') {
      if (!text.startsWith(part, at)) {
        return undefined;
      }
      at += part.length;
      continue;
    }
    const width = widthToRead(part) ?? 0;
    const digits = text.slice(at, at + width);
    if (!/^\d+$/.test(digits) || digits.length !== width) {
      return undefined;
    }
    at += width;
    found[part.letter] = Number(part.letter === 'S' ? digits.padEnd(9, '0') : digits);
  }
  return at === text.length ? resolve(found) : undefined;
}

/** Like Java's smart resolver: a day beyond the end of its month becomes the last day. */
function resolve(found: Record<string, number>): WallTime | undefined {
  const { y: year = 0, M: month = 1, d: day = 1, H: hour, m: minute = 0, s: second = 0, S: nano = 0 } = found;
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31) {
    return undefined;
  }
  if ((hour ?? 0) > 23 || minute > 59 || second > 59) {
    return undefined;
  }
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const time = hour === undefined ? undefined : { hour, minute, second, nano, offsetMinutes: 0 };
  return { year, month, day: Math.min(day, last), time };
}
