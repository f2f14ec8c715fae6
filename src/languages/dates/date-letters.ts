import type { WallTime } from './wall-time.ts';

type Time = NonNullable<WallTime['time']>;

interface DateLetter {
  /** Supported numbers of repetitions. */
  counts: readonly number[];
  /** Returns undefined when the letter needs a time and the value is a date only. */
  format(moment: WallTime, count: number): string | undefined;
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const pad = (value: number, count: number) => String(value).padStart(count, '0');

const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);

const ofDate = (most: number, format: DateLetter['format']): DateLetter => ({ counts: upTo(most), format });

const ofTime = (most: number, format: (time: Time, count: number) => string): DateLetter => ({
  counts: upTo(most),
  format: ({ time }, count) => time && format(time, count),
});

const paddedYear = (value: number, count: number) => (count === 2 ? pad(value % 100, 2) : pad(value, count));

const year = ofDate(5, (moment, count) => paddedYear(moment.year, count));

/** Full name with four letters, abbreviated with three, first character with five. */
const named = (name: string, count: number) => (count === 4 ? name : name.slice(0, count === 5 ? 1 : 3));

const month = ofDate(5, ({ month: number }, count) =>
  count > 2 ? named(months[number - 1] ?? '', count) : pad(number, count),
);

/** 0 is Sunday. */
const weekdayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay();

const dayOfYear = ({ year, month, day }: WallTime) =>
  (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000 + 1;

const weekday = ({ year, month, day }: WallTime) => weekdayOf(year, month, day);

/** Weeks start on Sunday, and the first week contains the first day, as in the United States. */
const weekOf = (days: number, weekdayOfFirst: number) => Math.floor((days - 1 + weekdayOfFirst) / 7) + 1;

/** The last days of December can be in the first week of the next year. */
function weekOfYear(moment: WallTime): { year: number; week: number } {
  const { year, month, day } = moment;
  const isOfNext = month === 12 && day + 6 - weekday(moment) > 31;
  return isOfNext
    ? { year: year + 1, week: 1 }
    : { year, week: weekOf(dayOfYear(moment), weekdayOf(year, 1, 1)) };
}

const localWeekday: DateLetter = {
  counts: [1, 2, 3, 4, 5],
  format: (moment, count) =>
    count > 2 ? named(days[weekday(moment)] ?? '', count) : pad(weekday(moment) + 1, count),
};

const quarter = ofDate(4, ({ month: number }, count) => {
  const which = Math.ceil(number / 3);
  const ordinal = ['1st', '2nd', '3rd', '4th'][which - 1] ?? '';
  return count === 4 ? `${ordinal} quarter` : count === 3 ? `Q${which}` : pad(which, count);
});

const offset = (letter: string) =>
  ofTime(3, (time, count) => formatOffset(letter, count, time.offsetMinutes));

/**
 * The proven letters of Java's DateTimeFormatter in English, with the weeks of the United States. Names of zones
 * depend on the locale.
 */
export const dateLetters: Readonly<Record<string, DateLetter>> = {
  y: year,
  u: year,
  Y: ofDate(5, (moment, count) => paddedYear(weekOfYear(moment).year, count)),
  G: ofDate(5, (_moment, count) => (count === 4 ? 'Anno Domini' : count === 5 ? 'A' : 'AD')),
  Q: quarter,
  q: quarter,
  M: month,
  L: month,
  w: ofDate(2, (moment, count) => pad(weekOfYear(moment).week, count)),
  W: ofDate(1, ({ year, month, day }) => String(weekOf(day, weekdayOf(year, month, 1)))),
  d: ofDate(2, ({ day }, count) => pad(day, count)),
  D: ofDate(3, (moment, count) => pad(dayOfYear(moment), count)),
  E: ofDate(5, (moment, count) => named(days[weekday(moment)] ?? '', count)),
  e: localWeekday,
  c: { ...localWeekday, counts: [1, 3, 4, 5] },
  a: ofTime(1, ({ hour }) => (hour < 12 ? 'AM' : 'PM')),
  H: ofTime(2, ({ hour }, count) => pad(hour, count)),
  h: ofTime(2, ({ hour }, count) => pad(hour % 12 || 12, count)),
  k: ofTime(2, ({ hour }, count) => pad(hour || 24, count)),
  K: ofTime(2, ({ hour }, count) => pad(hour % 12, count)),
  m: ofTime(2, ({ minute }, count) => pad(minute, count)),
  s: ofTime(2, ({ second }, count) => pad(second, count)),
  S: ofTime(9, ({ nano }, count) => pad(nano, 9).slice(0, count)),
  A: ofTime(1, ({ hour, minute, second, nano }) =>
    String(((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(nano / 1e6)),
  ),
  n: ofTime(9, ({ nano }, count) => pad(nano, count)),
  N: ofTime(14, ({ hour, minute, second, nano }, count) =>
    pad(((hour * 60 + minute) * 60 + second) * 1e9 + nano, count),
  ),
  Z: offset('Z'),
  X: offset('X'),
  x: offset('x'),
};

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
