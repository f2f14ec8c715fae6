import {
  defaultZone,
  epochOfLocal,
  type JavaZone,
  localOfEpoch,
  UnsupportedDate,
  utcZone,
  zoneNamed,
} from '../../dates/java-zone.ts';
import { BrokenPattern, SimpleDateFormat } from '../../dates/simple-date-format.ts';
import { type ClassParts, defineClass, type JavaClass, required } from '../java-class.ts';
import { fail, HostObject, UnsupportedScript, type Value } from '../values.ts';

export const dateClass = 'java.util.Date';
const formatClass = 'java.text.SimpleDateFormat';
const zoneClass = 'java.util.TimeZone';

const dateObject = (epochMs: number): HostObject => new HostObject(dateClass, epochMs);

interface FormatObject {
  format: SimpleDateFormat;
  zone: JavaZone;
}

/** Maps the errors of SimpleDateFormat to script errors. */
function ofDates<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof UnsupportedDate) {
      throw new UnsupportedScript(error.message);
    }
    if (error instanceof BrokenPattern) {
      fail('java.lang.IllegalArgumentException', error.message);
    }
    throw error;
  }
}

/** The instant of a local time in a zone. */
export const epochIn = (zone: JavaZone, localMs: number): number =>
  ofDates(() => epochOfLocal(zone, localMs));

export const formatDate = (epochMs: number, pattern: string, zone: JavaZone = defaultZone): string =>
  ofDates(() => new SimpleDateFormat(pattern).format(epochMs, zone));

export function parseDate(text: string, { format, zone }: FormatObject): HostObject {
  const epochMs = ofDates(() => format.parse(text, zone));
  return epochMs === undefined
    ? fail('java.text.ParseException', `Unparseable date: "${text}"`)
    : dateObject(epochMs);
}

export const formatOf = (pattern: string, zone: JavaZone = defaultZone): FormatObject => ({
  format: ofDates(() => new SimpleDateFormat(required(pattern))),
  zone,
});

/** Java's Date.toString contains the name of the zone. */
export function dateText(epochMs: number): string {
  if (!/^(?:UTC|Etc\/UTC)$/.test(defaultZone.id)) {
    throw new UnsupportedScript('the text of a Date outside of UTC');
  }
  return formatDate(epochMs, 'EEE MMM dd HH:mm:ss zzz yyyy', utcZone);
}

const epochOf = (value: bigint) => {
  const epochMs = Number(value);
  if (Math.abs(epochMs) > 8.64e15) {
    throw new UnsupportedScript('a Date outside of the supported range');
  }
  return epochMs;
};

const date = defineClass(dateClass, {
  parent: 'java.lang.Object',
  constructors: {
    '()': (_: never, __: [], host) => dateObject(Math.floor(host.nowMs())),
    '(long)': (_: never, [epochMs]: [bigint]) => dateObject(epochOf(epochMs)),
  },
  methods: {
    'getTime(): long': (self: number) => BigInt(self),
    'before(Date): boolean': (self: number, [other]: [HostObject]) => self < (required(other).self as number),
    'after(Date): boolean': (self: number, [other]: [HostObject]) => self > (required(other).self as number),
    'compareTo(Date): int': (self: number, [other]: [HostObject]) =>
      Math.sign(self - (required(other).self as number)),
    'equals(Object): boolean': (self: number, [other]: [Value]) =>
      other instanceof HostObject && other.className === dateClass && other.self === self,
    'toString(): String': (self: number) => dateText(self),
  },
});

const newFormat = (pattern: string) => new HostObject(formatClass, formatOf(pattern));

const formats: readonly JavaClass[] = [
  defineClass('java.text.DateFormat', {
    parent: 'java.lang.Object',
    methods: {
      'format(Date): String': ({ format, zone }: FormatObject, [value]: [HostObject]) =>
        ofDates(() => format.format(required(value).self as number, zone)),
      'parse(String): Date': (self: FormatObject, [text]: [string]) => parseDate(required(text), self),
      'setTimeZone(TimeZone)': (self: FormatObject, [zone]: [HostObject]) => {
        self.zone = required(zone).self as JavaZone;
      },
    },
  }),
  defineClass(formatClass, {
    parent: 'java.text.DateFormat',
    constructors: {
      '(String)': (_: never, [pattern]: [string]) => newFormat(pattern),
      '(String,Locale)': (_: never, [pattern]: [string]) => newFormat(pattern),
    },
    checks: { new: ([pattern]) => checkPattern(pattern) },
  }),
];

/** Checks a pattern that is known before the run. */
export function checkPattern(pattern: Value): void {
  if (typeof pattern === 'string') {
    try {
      formatDate(0, pattern, utcZone);
    } catch (error) {
      if (error instanceof UnsupportedScript) {
        throw error;
      }
    }
  }
}

function timeZone(id: string): HostObject {
  const zone = zoneNamed(required(id));
  if (!zone) {
    throw new UnsupportedScript(`the time zone ${id}`);
  }
  return new HostObject(zoneClass, zone);
}

const zones = defineClass(zoneClass, {
  parent: 'java.lang.Object',
  statics: {
    'getTimeZone(String): TimeZone': (_: never, [id]: [string]) => timeZone(id),
    'getDefault(): TimeZone': () => new HostObject(zoneClass, defaultZone),
  },
  checks: {
    getTimeZone: ([id]) => {
      if (typeof id === 'string') {
        timeZone(id);
      }
    },
  },
  methods: { 'getID(): String': (self: JavaZone) => self.id },
});

const locale = defineClass('java.util.Locale', {
  parent: 'java.lang.Object',
  fields: Object.fromEntries(
    ['ENGLISH', 'US', 'ROOT'].map((name) => [name, new HostObject('java.util.Locale', name)]),
  ),
});

/** Calendar fields that scripts read and set, by their number. */
const fieldNames = {
  1: 'year',
  2: 'month',
  5: 'day',
  11: 'hour',
  12: 'minute',
  13: 'second',
  14: 'milli',
} as const;

type Field = (typeof fieldNames)[keyof typeof fieldNames];

/** Java's GregorianCalendar: changed fields take effect together, when the time is read. */
class CalendarObject {
  readonly zone: JavaZone;
  #localMs = 0;
  #fields: Record<Field, number> | undefined;

  constructor(zone: JavaZone, epochMs: number) {
    this.zone = zone;
    this.epochMs = epochMs;
  }

  set epochMs(value: number) {
    this.#localMs = localOfEpoch(this.zone, value);
    this.#fields = undefined;
  }

  get epochMs(): number {
    this.#resolve();
    return epochIn(this.zone, this.#localMs);
  }

  #resolve(): void {
    if (this.#fields) {
      const { year, month, day, hour, minute, second, milli } = this.#fields;
      this.#localMs = Date.UTC(year, month, day, hour, minute, second, milli);
      this.#fields = undefined;
    }
  }

  #read(): Record<Field, number> {
    const local = new Date(this.#localMs);
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth(),
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
      milli: local.getUTCMilliseconds(),
    };
  }

  get(field: number): number {
    this.#resolve();
    const local = new Date(this.#localMs);
    switch (field) {
      case 6:
        return Math.floor((this.#localMs - Date.UTC(local.getUTCFullYear(), 0)) / 86_400_000) + 1;
      case 7:
        return local.getUTCDay() + 1;
      case 9:
        return local.getUTCHours() < 12 ? 0 : 1;
      case 10:
        return local.getUTCHours() % 12;
    }
    return this.#read()[fieldNamed(field)];
  }

  set(field: number, value: number): void {
    this.#fields ??= this.#read();
    this.#fields[fieldNamed(field)] = value;
  }

  add(field: number, amount: number): void {
    this.#resolve();
    if (field >= 10 && field !== 14 && field <= 13) {
      const unitMs = { 10: 3_600_000, 11: 3_600_000, 12: 60_000, 13: 1000 }[field] ?? 0;
      this.epochMs += amount * unitMs;
    } else if (field === 14) {
      this.epochMs += amount;
    } else if (field === 5 || field === 6 || field === 7) {
      this.#localMs += amount * 86_400_000;
    } else if (field === 3 || field === 4) {
      this.#localMs += amount * 7 * 86_400_000;
    } else {
      this.#addMonths(amount * (fieldNamed(field) === 'year' ? 12 : 1), field);
    }
  }

  /** A day beyond the end of a shorter month becomes its last day. */
  #addMonths(months: number, field: number): void {
    if (field !== 1 && field !== 2) {
      throw new UnsupportedScript(`the field ${field} of a Calendar`);
    }
    this.#localMs = addMonths(this.#localMs, months);
  }
}

export function addMonths(localMs: number, months: number): number {
  const local = new Date(localMs);
  const last = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(local.getUTCDate(), last);
  return (
    Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, day) +
    (localMs - Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()))
  );
}

function fieldNamed(field: number): Field {
  const name = fieldNames[field as keyof typeof fieldNames];
  if (name === undefined) {
    throw new UnsupportedScript(`the field ${field} of a Calendar`);
  }
  return name;
}

const calendarClass = 'java.util.GregorianCalendar';
const newCalendar = (zone: JavaZone, epochMs: number) =>
  new HostObject(calendarClass, new CalendarObject(zone, Math.floor(epochMs)));

const calendarParts: ClassParts = {
  statics: {
    'getInstance(): GregorianCalendar': (_: never, __: [], host) => newCalendar(defaultZone, host.nowMs()),
    'getInstance(TimeZone): GregorianCalendar': (_: never, [zone]: [HostObject], host) =>
      newCalendar(required(zone).self as JavaZone, host.nowMs()),
  },
  fields: {
    YEAR: 1,
    MONTH: 2,
    WEEK_OF_YEAR: 3,
    WEEK_OF_MONTH: 4,
    DATE: 5,
    DAY_OF_MONTH: 5,
    DAY_OF_YEAR: 6,
    DAY_OF_WEEK: 7,
    AM_PM: 9,
    HOUR: 10,
    HOUR_OF_DAY: 11,
    MINUTE: 12,
    SECOND: 13,
    MILLISECOND: 14,
    ...Object.fromEntries(
      ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'].map((name, index) => [
        name,
        index + 1,
      ]),
    ),
    ...Object.fromEntries(
      'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'
        .split(' ')
        .map((name, index) => [name, index]),
    ),
  },
};

const calendars: readonly JavaClass[] = [
  defineClass('java.util.Calendar', {
    parent: 'java.lang.Object',
    ...calendarParts,
    methods: {
      'getTime(): Date': (self: CalendarObject) => dateObject(self.epochMs),
      'setTime(Date)': (self: CalendarObject, [value]: [HostObject]) => {
        self.epochMs = required(value).self as number;
      },
      'getTimeInMillis(): long': (self: CalendarObject) => BigInt(self.epochMs),
      'setTimeInMillis(long)': (self: CalendarObject, [value]: [bigint]) => {
        self.epochMs = epochOf(value);
      },
      'get(int): int': (self: CalendarObject, [field]: [number]) => self.get(field),
      'set(int,int)': (self: CalendarObject, [field, value]: [number, number]) => self.set(field, value),
      'set(int,int,int)': (self: CalendarObject, [year, month, day]: [number, number, number]) => {
        self.set(1, year);
        self.set(2, month);
        self.set(5, day);
      },
      'add(int,int)': (self: CalendarObject, [field, amount]: [number, number]) => self.add(field, amount),
    },
  }),
  defineClass(calendarClass, {
    parent: 'java.util.Calendar',
    ...calendarParts,
    constructors: { '()': (_: never, __: [], host) => newCalendar(defaultZone, host.nowMs()) },
  }),
];

export const dateClasses: readonly JavaClass[] = [date, ...formats, zones, locale, ...calendars];
