import type { DifferentialCase } from '../testing/differential-case.ts';
import { shown } from './functions.differential.ts';

/** The last four: around New Year, when weeks belong to another year. */
const moments = [
  ...[0, 951_782_399_999, 1_700_000_000_123, 1_704_067_199_000],
  ...[1_798_243_200_000, 1_798_329_600_000, 1_798_761_600_000, 1_735_430_400_000],
];
const patterns = [
  "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
  'yyyyMMdd-HHmmss',
  'd/M/yy h:mm a',
  'EEE\\, dd MMM yyyy HH:mm:ss Z',
  'EEEE d MMMM yyyy',
  "hh 'o''clock' kk K H",
  'D DDD L LL uuuu yyy y',
  'S SS SSSSSS A x X ZZ xx XX XXX',
  "''yy E EE",
  'YYYY-MM-dd YY Y YYY YYYYY w ww W',
  'e ee eee eeee eeeee c ccc cccc ccccc EEEEE',
  'G GGGG GGGGG Q QQ QQQ QQQQ q qq qqq qqqq',
  'LLL LLLL LLLLL MMMMM yyyyy uuuuu n nnnnnnnnn N NNNNNNNNNNNN',
];
const digits = {
  normalize: (text: string) => text.replaceAll(/"[^"]*"/g, (quoted) => quoted.replaceAll(/\d/g, '#')),
};
/** Recordings are compared on other days. The plan may have run before midnight, and this after it. */
const withoutToday = {
  normalize: (text: string) =>
    [0, 60_000].reduce((rest, agoMs) => rest.replaceAll(dayOf(Date.now() - agoMs), '(today)'), text),
};
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

export const cases: DifferentialCase[] = [
  shown(
    '__dateTimeConvert shows what patterns make of a moment',
    patterns.map((pattern) =>
      moments.map((moment) => `\${__dateTimeConvert(${moment},,${pattern})}`).join(' '),
    ),
  ),
  shown('__dateTimeConvert reads dates', [
    '${__dateTimeConvert(2024-02-29,yyyy-MM-dd,dd/MM/yyyy)}',
    '${__dateTimeConvert(2023-02-30,yyyy-MM-dd,dd/MM/yyyy)}',
    '${__dateTimeConvert(2023-02-32,yyyy-MM-dd,dd/MM/yyyy)}|',
    '${__dateTimeConvert(2024-02-29 11,yyyy-MM-dd HH,dd/MM/yyyy HH:mm,v)} ${v}',
    '${__dateTimeConvert(20240229112233,yyyyMMddHHmmss,EEE HH:mm:ss)}',
    '${__dateTimeConvert(20240229112233444,yyyyMMddHHmmssSSS,SS s)}',
    '${__dateTimeConvert(2024-02-29,yyyy-MM-dd,HH)}|',
    '${__dateTimeConvert(nonsense,yyyy-MM-dd,dd)}|',
    '${__dateTimeConvert(nonsense,,dd)}|',
    '${__dateTimeConvert(2024-02-29x,yyyy-MM-dd,dd)}|',
  ]),
  shown('__timeShift of a date', [
    '${__timeShift(yyyy-MM-dd,2024-02-28,P1D,)}',
    '${__timeShift(yyyy-MM-dd HH:mm:ss,2024-02-28 01:02:03,-PT1H2M3.5S,,v)} ${v}',
    '${__timeShift(yyyyMMdd,20240301,P-2D,v)} ${v}',
    '${__timeShift(,1700000000123,PT0.5S,)}',
    '${__timeShift(,1700000000123,p1dt1h,,v)} ${v}',
    '${__timeShift(,1700000000123,nonsense,)}',
    '${__timeShift(,1700000000123,,)}',
    '${__timeShift(dd/MM/yyyy, 31/12/2023 ,PT24H,en_GB,)}',
  ]),
  shown(
    '__timeShift from now',
    ['${__timeShift(yyyy-MM-dd,,P1D,)}', '${__timeShift(yyyy-MM-dd,zzz,,)}', '${__timeShift(,,PT1S,)}'],
    digits,
  ),
  shown(
    '__time',
    [
      '${__time}',
      '${__time()}',
      '${__time(,now)}',
      '${__time(/1000)}',
      '${__time(YMD)}',
      '${__time(HMS)} ${__time(YMDHMS, v )}',
      '${__time(yyyy-MM-dd HH:mm:ss.SSS)}',
    ],
    digits,
  ),
  shown('__time of the day', ['${__time(yyyyMMdd,day)} ${day}'], withoutToday),
  shown('__RandomDate with one possible day', [
    '${__RandomDate(,2024-02-28,2024-02-29,,)}',
    '${__RandomDate(dd MM yyyy,28 02 2024,29 02 2024,,v)} ${v}',
    '${__RandomDate(yyyy-MM-dd,2024-02-28,2024-02-27,,)}|',
    '${__RandomDate(yyyy-MM-dd,nonsense,1970-01-02,en,)}|',
  ]),
];
