/** Display format of figures in pages, reports and the CLI: three significant digits, thousands separators, units. */

/** A figure and its unit separately, for styling. */
export interface Figure {
  text: string;
  unit: string;
}

const locale = 'en-GB';
const missing = '–';

/** Cache, because creating a format is slow and tables have thousands of figures. The first one loads the locale: 10 ms. */
const byDigits = new Map<number, Intl.NumberFormat>();
let microseconds: Intl.NumberFormat | undefined;

/** Rounds to significant digits, without trailing zeros. */
export function significant(value: number, digits: number): string {
  let format = byDigits.get(digits);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { maximumSignificantDigits: digits });
    byDigits.set(digits, format);
  }
  return format.format(value);
}

export function threeDigits(value: number): string {
  return significant(value, 3);
}

export function whole(value: number): string {
  return toMicroseconds(Math.round(value));
}

function toMicroseconds(value: number): string {
  microseconds ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  return microseconds.format(value);
}

function joined({ text, unit }: Figure): string {
  return unit === '' ? text : `${text} ${unit}`;
}

/** Milliseconds below 10 s, then seconds, then minutes. */
export function timeFigure(ms: number | null | undefined, digits = 3): Figure {
  if (ms === null || ms === undefined) return { text: missing, unit: '' };
  const rounded = Number(ms.toPrecision(digits));
  if (rounded < 10_000) return { text: significant(ms, digits), unit: 'ms' };
  if (rounded < 600_000) return { text: significant(ms / 1000, digits), unit: 's' };
  return { text: significant(ms / 60_000, digits), unit: 'min' };
}

export function durationOfMs(ms: number | null | undefined): string {
  return joined(timeFigure(ms));
}

/** Full precision (microseconds), for tooltips and copying. */
export function exactMs(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? '' : `${toMicroseconds(ms)} ms`;
}

export function rate(perSecond: number): string {
  return `${threeDigits(perSecond)} /s`;
}

/** Never rounds to 0 % unless part is 0, nor to 100 % unless part equals all. */
export function percentFigure(part: number, all: number): Figure {
  const unit = '%';
  if (part === 0 || all === 0) return { text: '0', unit };
  if (part === all) return { text: '100', unit };
  const percent = (part / all) * 100;
  if (percent < 0.01) return { text: 'under 0.01', unit };
  return percent > 99.9 ? { text: 'over 99.9', unit } : { text: threeDigits(percent), unit };
}

export function percentOf(part: number, all: number): string {
  return joined(percentFigure(part, all));
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

export function bytes(value: number): string {
  let size = value;
  let unit = 0;
  while (Number(size.toPrecision(3)) >= 1000 && unit < byteUnits.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${threeDigits(size)} ${byteUnits[unit]}`;
}

export function count(value: number, one: string, many = `${one}s`): string {
  return `${whole(value)} ${value === 1 ? one : many}`;
}
