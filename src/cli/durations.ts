import { CliError } from './cli-error.ts';

const secondsOf: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600, d: 86_400 };

/** Reads `90s`, `5m`, `1h30m` or plain seconds; the result is in whole seconds, rounded up. */
export function parseDuration(text: string, flag: string): number {
  const given = text.trim();
  if (/^\d+(\.\d+)?$/.test(given)) return Math.ceil(Number(given));
  const pieces = [...given.matchAll(/(\d+(?:\.\d+)?)\s*(ms|min|s|m|h|d)\s*/gy)];
  const length = pieces.reduce((sum, [piece]) => sum + piece.length, 0);
  if (pieces.length === 0 || length !== given.length) {
    throw new CliError(
      `${flag} cannot be "${text}".`,
      'A duration looks like 90s, 5m, 1h30m or plain seconds.',
    );
  }
  const seconds = pieces.reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * (secondsOf[unit] ?? 1),
    0,
  );
  // Without the rounding, 0.1 s and the like end up a second too long.
  return Math.ceil(Number(seconds.toFixed(6)));
}

/** 02:15, or 1:02:15 from an hour on. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${pad(m)}:${pad(s)}`;
}

/** 1 h 30 min, 5 min, 45 s: for sentences. */
export function formatSpan(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const parts = [h > 0 ? `${h} h` : '', m > 0 ? `${m} min` : '', s > 0 && h === 0 ? `${s} s` : ''];
  return parts.filter(Boolean).join(' ') || '0 s';
}
