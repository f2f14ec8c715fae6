/** Figures as people read them: three significant digits, thousands separated, always with their unit. */
export function threeDigits(value: number): string {
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(3));
  const decimals = Math.abs(rounded) >= 100 ? 0 : Math.abs(rounded) >= 10 ? 1 : 2;
  return rounded.toLocaleString('en-GB', { maximumFractionDigits: decimals });
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

/** ms below 10 s, then s, then min. */
export function durationOfMs(ms: number): string {
  if (ms < 10_000) return `${threeDigits(ms)} ms`;
  return ms < 600_000 ? `${threeDigits(ms / 1000)} s` : `${threeDigits(ms / 60_000)} min`;
}

/** Never 0 % when something failed, never 100 % when something passed. */
export function percentOf(part: number, all: number): string {
  if (part === 0 || all === 0) return '0 %';
  if (part === all) return '100 %';
  const percent = (part / all) * 100;
  if (percent < 0.01) return 'under 0.01 %';
  return percent > 99.9 ? 'over 99.9 %' : `${threeDigits(percent)} %`;
}

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${threeDigits(size)} ${units[unit]}`;
}

export function utc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** For the tooltip: to the microsecond that is measured. */
export function exactMs(ms: number): string {
  return `${ms.toLocaleString('en-GB', { maximumFractionDigits: 3 })} ms`;
}
