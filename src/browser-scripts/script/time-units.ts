import ms, { type StringValue } from 'ms';

/** Parses a text with `ms` ("30s", "1.5m"); null when invalid. */
function parseTimeText(text: string): number | null {
  const value = text.trim() === '' ? undefined : ms(text.trim() as StringValue);
  return value === undefined || !Number.isFinite(value) ? null : value;
}

/** Times in settings: numbers below 1000 are seconds, others milliseconds; 0, negative and missing values give the default. */
export function settingMs(value: unknown, defaultMs: number): number {
  if (typeof value === 'string') {
    const parsed = parseTimeText(value);
    return parsed === null || parsed < 0 ? defaultMs : parsed;
  }
  if (typeof value !== 'number' || !(value > 0)) return defaultMs;
  return value < 1000 ? value * 1000 : value;
}

/** Duration of `browser.wait(2)` and `browser.wait('2s')`: as in settings, but invalid values are 0. */
export function pauseMs(value: number | string): number {
  if (typeof value === 'string') return parseTimeText(value) ?? 0;
  if (Number.isNaN(value)) return 0;
  if (value < 0) return 30_000;
  return value < 1000 ? value * 1000 : value;
}
