import type { WallTime } from './wall-time.ts';

type Time = NonNullable<WallTime['time']>;

interface DateLetter {
  /** How often it may stand in a row. */
  counts: readonly number[];
  /** Undefined when it needs the time of a mere date. */
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

const year = ofDate(4, (moment, count) =>
  count === 2 ? pad(moment.year % 100, 2) : pad(moment.year, count),
);

const offset = (letter: string) =>
  ofTime(3, (time, count) => formatOffset(letter, count, time.offsetMinutes));

/** What is proven of Java's DateTimeFormatter in English. Weeks, eras and names of zones depend on the place. */
export const dateLetters: Readonly<Record<string, DateLetter>> = {
  y: year,
  u: year,
  M: ofDate(4, ({ month }, count) => {
    const name = months[month - 1] ?? '';
    return count > 3 ? name : count === 3 ? name.slice(0, 3) : pad(month, count);
  }),
  L: ofDate(2, ({ month }, count) => pad(month, count)),
  d: ofDate(2, ({ day }, count) => pad(day, count)),
  D: ofDate(3, ({ year, month, day }, count) =>
    pad((Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000 + 1, count),
  ),
  E: ofDate(4, ({ year, month, day }, count) => {
    const name = days[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? '';
    return count === 4 ? name : name.slice(0, 3);
  }),
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
