import ms, { type StringValue } from 'ms';

/** A text is read as `ms` reads it ("30s", "1.5m"); null when it is none. */
function parseTimeText(text: string): number | null {
  const value = text.trim() === '' ? undefined : ms(text.trim() as StringValue);
  return value === undefined || !Number.isFinite(value) ? null : value;
}

/** The rule of settings: below 1000 a number means seconds, from 1000 on milliseconds; 0, nothing and less give the default. */
export function settingMs(value: unknown, defaultMs: number): number {
  if (typeof value === 'string') {
    const parsed = parseTimeText(value);
    return parsed === null || parsed < 0 ? defaultMs : parsed;
  }
  if (typeof value !== 'number' || !(value > 0)) return defaultMs;
  return value < 1000 ? value * 1000 : value;
}

/** How long `browser.wait(2)` and `browser.wait('2s')` last: as in settings, but nothing is 0. */
export function pauseMs(value: number | string): number {
  if (typeof value === 'string') return parseTimeText(value) ?? 0;
  if (Number.isNaN(value)) return 0;
  if (value < 0) return 30_000;
  return value < 1000 ? value * 1000 : value;
}
