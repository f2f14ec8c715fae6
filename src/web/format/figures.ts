/** Figures as the page writes them: three significant digits, thousands separated, always with their unit. */

const nothing = '–';

/** Making one takes far longer than using it, and a table has thousands of figures. */
const formats = [0, 1, 2, 3, 4].map(
  (maximumFractionDigits) => new Intl.NumberFormat('en-GB', { maximumFractionDigits }),
);

function written(value: number, decimals: 0 | 1 | 2 | 3 | 4): string {
  return formats[decimals]?.format(value) ?? '';
}

export function threeDigits(value: number): string {
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(3));
  const size = Math.abs(rounded);
  const decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.01 ? 2 : 4;
  return written(rounded, decimals);
}

export function whole(value: number): string {
  return written(Math.round(value), 0);
}

/** A figure apart from its unit, for places that write the unit smaller. */
export interface Figure {
  text: string;
  unit: string;
}

function joined({ text, unit }: Figure): string {
  return unit === '' ? text : `${text} ${unit}`;
}

/** Milliseconds below 10 s, then seconds, then minutes. */
export function timeFigure(ms: number | null | undefined): Figure {
  if (ms === null || ms === undefined) return { text: nothing, unit: '' };
  if (ms < 9_995) return { text: threeDigits(ms), unit: 'ms' };
  if (ms < 600_000) return { text: threeDigits(ms / 1000), unit: 's' };
  return { text: threeDigits(ms / 60_000), unit: 'min' };
}

export function time(ms: number | null | undefined): string {
  return joined(timeFigure(ms));
}

/** To the microsecond that is measured; for hovering and copying. */
export function exactTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '';
  return `${written(ms, 3)} ms`;
}

export function rate(perSecond: number): string {
  return `${threeDigits(perSecond)} /s`;
}

/** Never 0 % when something failed, never 100 % when something passed. */
export function percentFigure(part: number, all: number): Figure {
  if (part === 0 || all === 0) return { text: '0', unit: '%' };
  if (part === all) return { text: '100', unit: '%' };
  const percent = (part / all) * 100;
  if (percent < 0.01) return { text: 'under 0.01', unit: '%' };
  return percent > 99.9 ? { text: 'over 99.9', unit: '%' } : { text: threeDigits(percent), unit: '%' };
}

export function percent(part: number, all: number): string {
  return joined(percentFigure(part, all));
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

export function bytes(value: number): string {
  const step = value < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(value) / 3));
  const size = Number((value / 1000 ** step).toPrecision(3));
  return size >= 1000 && step < byteUnits.length - 1
    ? `${threeDigits(size / 1000)} ${byteUnits[step + 1]}`
    : `${threeDigits(size)} ${byteUnits[step]}`;
}

export function count(value: number, one: string, many = `${one}s`): string {
  return `${whole(value)} ${value === 1 ? one : many}`;
}
