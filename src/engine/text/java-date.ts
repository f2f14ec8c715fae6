import { type DatePart, parseDatePattern, widthToRead } from '../../languages/dates/date-pattern.ts';

/** A moment as a clock on the wall shows it. */
export interface WallTime {
  year: number;
  /** From 1. */
  month: number;
  day: number;
  /** Undefined where only a date is known. */
  time: { hour: number; minute: number; second: number; nano: number; offsetMinutes: number } | undefined;
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** In the zone of this process. */
export function wallTimeAt(epochMs: number): WallTime {
  const whole = Math.floor(epochMs);
  const date = new Date(whole);
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    time: {
      hour: date.getHours(),
      minute: date.getMinutes(),
      second: date.getSeconds(),
      nano: date.getMilliseconds() * 1e6 + Math.floor((epochMs - whole) * 1e6),
      offsetMinutes: -date.getTimezoneOffset(),
    },
  };
}

/** Somewhere with a constant distance from UTC. */
export function wallTimeWithOffset(epochMs: number, offsetMinutes: number): WallTime {
  const whole = Math.floor(epochMs);
  const date = new Date(whole + offsetMinutes * 60_000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    time: {
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
      nano: date.getUTCMilliseconds() * 1e6 + Math.floor((epochMs - whole) * 1e6),
      offsetMinutes,
    },
  };
}

export interface DateFormat {
  /** Undefined when the pattern wants the time of a mere date. */
  format(moment: WallTime): string | undefined;
  /** Undefined when the text is no date. */
  parse(text: string): WallTime | undefined;
}

/** Java's DateTimeFormatter in English, for the patterns that are proven. Throws for others. */
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
    const piece = typeof part === 'string' ? part : formatField(part.letter, part.count, moment);
    if (piece === undefined) {
      return undefined;
    }
    text += piece;
  }
  return text;
}

const pad = (value: number, count: number) => String(value).padStart(count, '0');

function formatField(letter: string, count: number, moment: WallTime): string | undefined {
  const { year, month, day, time } = moment;
  switch (letter) {
    case 'y':
    case 'u':
      return count === 2 ? pad(year % 100, 2) : pad(year, count);
    case 'M':
    case 'L': {
      const name = months[month - 1] ?? '';
      return count > 3 ? name : count === 3 ? name.slice(0, 3) : pad(month, count);
    }
    case 'd':
      return pad(day, count);
    case 'D':
      return pad((Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000 + 1, count);
    case 'E': {
      const name = days[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? '';
      return count === 4 ? name : name.slice(0, 3);
    }
    default:
      return time && formatTime(letter, count, time);
  }
}

function formatTime(letter: string, count: number, time: NonNullable<WallTime['time']>): string {
  const { hour, minute, second, nano } = time;
  switch (letter) {
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'H':
      return pad(hour, count);
    case 'h':
      return pad(hour % 12 || 12, count);
    case 'k':
      return pad(hour || 24, count);
    case 'K':
      return pad(hour % 12, count);
    case 'm':
      return pad(minute, count);
    case 's':
      return pad(second, count);
    case 'S':
      return pad(nano, 9).slice(0, count);
    case 'A':
      return String(((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(nano / 1e6));
    default:
      return formatOffset(letter, count, time.offsetMinutes);
  }
}

function formatOffset(letter: string, count: number, offset: number): string {
  if (letter === 'X' && offset === 0) {
    return 'Z';
  }
  const hours = pad(Math.floor(Math.abs(offset) / 60), 2);
  const minutes = pad(Math.abs(offset) % 60, 2);
  const sign = offset < 0 ? '-' : '+';
  if (letter !== 'Z' && count === 1) {
    return `${sign}${hours}${minutes === '00' ? '' : minutes}`;
  }
  return `${sign}${hours}${letter !== 'Z' && count === 3 ? ':' : ''}${minutes}`;
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

/** As Java's resolver does: a day that its month does not have becomes the month's last. */
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
