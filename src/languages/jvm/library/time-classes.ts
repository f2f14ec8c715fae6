import { type DateFormat, dateFormat } from '../../dates/date-format.ts';
import { parseDatePattern } from '../../dates/date-pattern.ts';
import { defaultZone, type JavaZone, localOfEpoch, utcZone, zoneNamed } from '../../dates/java-zone.ts';
import { type WallTime, wallTimeWithOffset } from '../../dates/wall-time.ts';
import { defineClass, type JavaClass, type Overloads, required } from '../java-class.ts';
import { HostObject, UnsupportedScript, type Value } from '../values.ts';
import { addMonths, epochIn } from './date-classes.ts';

const dayMs = 86_400_000;
const instantClass = 'java.time.Instant';
const localDateClass = 'java.time.LocalDate';
const localTimeClass = 'java.time.LocalDateTime';
const zonedClass = 'java.time.ZonedDateTime';
const zoneClass = 'java.time.ZoneId';
const formatterClass = 'java.time.format.DateTimeFormatter';

/** Dates and times without a zone are stored as milliseconds as if in UTC. */
const instant = (epochMs: number) => new HostObject(instantClass, epochMs);
const localDate = (localMs: number) => new HostObject(localDateClass, Math.floor(localMs / dayMs) * dayMs);
const localTime = (localMs: number) => new HostObject(localTimeClass, localMs);

interface Zoned {
  epochMs: number;
  zone: JavaZone;
}

const zoned = (self: Zoned) => new HostObject(zonedClass, self);

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

function dateText(localMs: number): string {
  const date = new Date(localMs);
  return `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
}

/** Zero seconds and milliseconds are omitted; an Instant always has seconds. */
function clockText(localMs: number, hasSeconds: boolean): string {
  const date = new Date(localMs);
  const milli = date.getUTCMilliseconds();
  const seconds = hasSeconds || milli > 0 || date.getUTCSeconds() > 0 ? `:${pad(date.getUTCSeconds())}` : '';
  return `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}${seconds}${milli > 0 ? `.${pad(milli, 3)}` : ''}`;
}

const timeText = (localMs: number) => `${dateText(localMs)}T${clockText(localMs, false)}`;

/** Java's `toString`. */
export const timeTexts: Readonly<Record<string, (self: never) => string>> = {
  [instantClass]: (self: number) => `${dateText(self)}T${clockText(self, true)}Z`,
  [localDateClass]: dateText,
  [localTimeClass]: timeText,
  [zoneClass]: (self: JavaZone) => self.id,
};

function formatterOf(pattern: string): HostObject {
  if (!parseDatePattern(required(pattern))) {
    throw new UnsupportedScript(`the date pattern ${pattern}`);
  }
  return new HostObject(formatterClass, dateFormat(pattern));
}

function formatted(moment: WallTime, formatter: HostObject): string {
  const text = (required(formatter).self as DateFormat).format(moment);
  if (text === undefined) {
    throw new UnsupportedScript('a date pattern with a time for a date without one');
  }
  return text;
}

/** Patterns with a zone are unsupported: the value has no zone. */
function formattedLocal(localMs: number, formatter: HostObject): string {
  const { format } = required(formatter).self as DateFormat;
  if (format(wallTimeWithOffset(localMs, 0)) !== format(wallTimeWithOffset(localMs - 3_600_000, 60))) {
    throw new UnsupportedScript('a date pattern with a zone, for a time without one');
  }
  return formatted(wallTimeWithOffset(localMs, 0), formatter);
}

function isoDate(text: string): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(required(text)) ?? [];
  const localMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (year === undefined || dateText(localMs) !== text) {
    throw new UnsupportedScript(`LocalDate.parse("${text}")`);
  }
  return localMs;
}

function isoTime(text: string): number {
  const [, date = '', time = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d{3})?)?)$/.exec(required(text)) ?? [];
  const localMs = time === '' ? Number.NaN : Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(localMs)) {
    throw new UnsupportedScript(`LocalDateTime.parse("${text}")`);
  }
  return isoDate(date) + (localMs - Math.floor(localMs / dayMs) * dayMs);
}

/** Methods such as `plusDays` and `minusDays`, for units of milliseconds or months. */
function shifts<Self>(
  units: Readonly<Record<string, (self: Self, amount: number) => HostObject>>,
): Overloads {
  return Object.fromEntries(
    Object.entries(units).flatMap(([unit, shift]) => [
      [`plus${unit}(long): self`, (self: Self, [amount]: [bigint]) => shift(self, Number(amount))],
      [`minus${unit}(long): self`, (self: Self, [amount]: [bigint]) => shift(self, -Number(amount))],
    ]),
  );
}

const daysOf = (make: (localMs: number) => HostObject) => ({
  Days: (self: number, amount: number) => make(self + amount * dayMs),
  Weeks: (self: number, amount: number) => make(self + amount * 7 * dayMs),
  Months: (self: number, amount: number) => make(addMonths(self, amount)),
  Years: (self: number, amount: number) => make(addMonths(self, amount * 12)),
});

const clockUnits = { Hours: 3_600_000, Minutes: 60_000, Seconds: 1000 };

const clocksOf = <Self>(move: (self: Self, ms: number) => HostObject) =>
  Object.fromEntries(
    Object.entries(clockUnits).map(([unit, ms]) => [
      unit,
      (self: Self, amount: number) => move(self, amount * ms),
    ]),
  );

const named = (overloads: Overloads, type: string): Overloads =>
  Object.fromEntries(Object.entries(overloads).map(([key, call]) => [key.replace('self', type), call]));

const fieldsOfDate = {
  'getYear(): int': (self: number) => new Date(self).getUTCFullYear(),
  'getMonthValue(): int': (self: number) => new Date(self).getUTCMonth() + 1,
  'getDayOfMonth(): int': (self: number) => new Date(self).getUTCDate(),
  'format(DateTimeFormatter): String': (self: number, [formatter]: [HostObject]) =>
    formattedLocal(self, formatter),
};

const orderOf = (type: string): Overloads => ({
  [`isBefore(${type}): boolean`]: (self: number, [other]: [HostObject]) =>
    self < (required(other).self as number),
  [`isAfter(${type}): boolean`]: (self: number, [other]: [HostObject]) =>
    self > (required(other).self as number),
  'equals(Object): boolean': (self: number, [other]: [Value]) =>
    other instanceof HostObject && other.className === `java.time.${type}` && other.self === self,
});

const textOf = (className: string) => ({
  'toString(): String': (self: never) => timeTexts[className]?.(self) ?? '',
});

const zoneOf = (zone: HostObject) => required(zone).self as JavaZone;

function zoneIdNamed(id: string): HostObject {
  const zone = /^(?:UTC|GMT)$|\//.test(required(id)) ? zoneNamed(id) : undefined;
  if (!zone) {
    throw new UnsupportedScript(`ZoneId.of("${id}")`);
  }
  return new HostObject(zoneClass, zone);
}

const zonedMethods: Overloads = {
  'toInstant(): Instant': ({ epochMs }: Zoned) => instant(epochMs),
  'toLocalDate(): LocalDate': ({ epochMs, zone }: Zoned) => localDate(localOfEpoch(zone, epochMs)),
  'toLocalDateTime(): LocalDateTime': ({ epochMs, zone }: Zoned) => localTime(localOfEpoch(zone, epochMs)),
  'toEpochSecond(): long': ({ epochMs }: Zoned) => BigInt(Math.floor(epochMs / 1000)),
  'format(DateTimeFormatter): String': ({ epochMs, zone }: Zoned, [formatter]: [HostObject]) =>
    formatted(wallTimeWithOffset(epochMs, zone.offsetMinutes(epochMs)), formatter),
  ...named(
    shifts({
      ...clocksOf(({ epochMs, zone }: Zoned, ms) => zoned({ epochMs: epochMs + ms, zone })),
      ...Object.fromEntries(
        Object.entries(daysOf(localTime)).map(([unit, shift]) => [
          unit,
          ({ epochMs, zone }: Zoned, amount: number) => {
            const moved = shift(localOfEpoch(zone, epochMs), amount).self as number;
            return zoned({ epochMs: epochIn(zone, moved), zone });
          },
        ]),
      ),
    }),
    'ZonedDateTime',
  ),
};

export const timeClasses: readonly JavaClass[] = [
  defineClass(instantClass, {
    parent: 'java.lang.Object',
    statics: {
      'now(): Instant': (_: never, __: [], host) => instant(Math.floor(host.nowMs())),
      'ofEpochMilli(long): Instant': (_: never, [value]: [bigint]) => instant(Number(value)),
      'ofEpochSecond(long): Instant': (_: never, [value]: [bigint]) => instant(Number(value) * 1000),
    },
    methods: {
      'toEpochMilli(): long': (self: number) => BigInt(self),
      'getEpochSecond(): long': (self: number) => BigInt(Math.floor(self / 1000)),
      'atZone(ZoneId): ZonedDateTime': (self: number, [zone]: [HostObject]) =>
        zoned({ epochMs: self, zone: zoneOf(zone) }),
      'plusMillis(long): Instant': (self: number, [amount]: [bigint]) => instant(self + Number(amount)),
      'plusSeconds(long): Instant': (self: number, [amount]: [bigint]) =>
        instant(self + Number(amount) * 1000),
      'minusMillis(long): Instant': (self: number, [amount]: [bigint]) => instant(self - Number(amount)),
      'minusSeconds(long): Instant': (self: number, [amount]: [bigint]) =>
        instant(self - Number(amount) * 1000),
      ...orderOf('Instant'),
      ...textOf(instantClass),
    },
  }),
  defineClass(localDateClass, {
    parent: 'java.lang.Object',
    statics: {
      'now(): LocalDate': (_: never, __: [], host) => localDate(localOfEpoch(defaultZone, host.nowMs())),
      'now(ZoneId): LocalDate': (_: never, [zone]: [HostObject], host) =>
        localDate(localOfEpoch(zoneOf(zone), host.nowMs())),
      'of(int,int,int): LocalDate': (_: never, [year, month, day]: [number, number, number]) =>
        localDate(isoDate(`${pad(year, 4)}-${pad(month)}-${pad(day)}`)),
      'parse(CharSequence): LocalDate': (_: never, [text]: [string]) => localDate(isoDate(text)),
    },
    methods: {
      ...fieldsOfDate,
      ...named(shifts(daysOf(localDate)), 'LocalDate'),
      'atStartOfDay(): LocalDateTime': (self: number) => localTime(self),
      'toEpochDay(): long': (self: number) => BigInt(self / dayMs),
      ...orderOf('LocalDate'),
      ...textOf(localDateClass),
    },
  }),
  defineClass(localTimeClass, {
    parent: 'java.lang.Object',
    statics: {
      'now(): LocalDateTime': (_: never, __: [], host) =>
        localTime(localOfEpoch(defaultZone, Math.floor(host.nowMs()))),
      'now(ZoneId): LocalDateTime': (_: never, [zone]: [HostObject], host) =>
        localTime(localOfEpoch(zoneOf(zone), Math.floor(host.nowMs()))),
      'of(int,int,int,int,int): LocalDateTime': (_: never, fields: number[]) => localTime(ofFields(fields)),
      'of(int,int,int,int,int,int): LocalDateTime': (_: never, fields: number[]) =>
        localTime(ofFields(fields)),
      'parse(CharSequence): LocalDateTime': (_: never, [text]: [string]) => localTime(isoTime(text)),
    },
    methods: {
      ...fieldsOfDate,
      'getHour(): int': (self: number) => new Date(self).getUTCHours(),
      'getMinute(): int': (self: number) => new Date(self).getUTCMinutes(),
      'getSecond(): int': (self: number) => new Date(self).getUTCSeconds(),
      'toLocalDate(): LocalDate': (self: number) => localDate(self),
      'atZone(ZoneId): ZonedDateTime': (self: number, [zone]: [HostObject]) =>
        zoned({ epochMs: epochIn(zoneOf(zone), self), zone: zoneOf(zone) }),
      ...named(
        shifts({ ...daysOf(localTime), ...clocksOf((self: number, ms) => localTime(self + ms)) }),
        'LocalDateTime',
      ),
      ...orderOf('LocalDateTime'),
      ...textOf(localTimeClass),
    },
  }),
  defineClass(zonedClass, {
    parent: 'java.lang.Object',
    statics: {
      'now(): ZonedDateTime': (_: never, __: [], host) =>
        zoned({ epochMs: Math.floor(host.nowMs()), zone: defaultZone }),
      'now(ZoneId): ZonedDateTime': (_: never, [zone]: [HostObject], host) =>
        zoned({ epochMs: Math.floor(host.nowMs()), zone: zoneOf(zone) }),
    },
    methods: zonedMethods,
  }),
  defineClass(zoneClass, {
    parent: 'java.lang.Object',
    methods: textOf(zoneClass),
    statics: {
      'of(String): ZoneId': (_: never, [id]: [string]) => zoneIdNamed(id),
      'systemDefault(): ZoneId': () => new HostObject(zoneClass, defaultZone),
    },
    checks: {
      of: ([id]) => {
        if (typeof id === 'string') {
          zoneIdNamed(id);
        }
      },
    },
  }),
  defineClass('java.time.ZoneOffset', {
    parent: zoneClass,
    fields: { UTC: new HostObject(zoneClass, { ...utcZone, id: 'Z' }) },
  }),
  defineClass(formatterClass, {
    parent: 'java.lang.Object',
    statics: {
      'ofPattern(String): DateTimeFormatter': (_: never, [pattern]: [string]) => formatterOf(pattern),
    },
    checks: {
      ofPattern: ([pattern]) => {
        if (typeof pattern === 'string') {
          formatterOf(pattern);
        }
      },
    },
    methods: {
      'format(LocalDate): String': (self: DateFormat, [value]: [HostObject]) =>
        formattedLocal(required(value).self as number, new HostObject(formatterClass, self)),
      'format(LocalDateTime): String': (self: DateFormat, [value]: [HostObject]) =>
        formattedLocal(required(value).self as number, new HostObject(formatterClass, self)),
    },
  }),
];

function ofFields([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]): number {
  if (hour > 23 || minute > 59 || second > 59 || Math.min(hour, minute, second) < 0) {
    throw new UnsupportedScript('LocalDateTime.of(…) with an invalid time');
  }
  const date = isoDate(`${pad(year, 4)}-${pad(month)}-${pad(day)}`);
  return date + ((hour * 60 + minute) * 60 + second) * 1000;
}
