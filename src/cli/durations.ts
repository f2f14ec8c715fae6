import { CliError } from './cli-error.ts';

const secondsOf: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600, d: 86_400 };

/** Parses `90s`, `5m`, `1h30m` or plain seconds into whole seconds, rounded up. */
export function parseDuration(text: string, flag: string): number {
  const given = text.trim();
  if (/^\d+(\.\d+)?$/.test(given)) return Math.ceil(Number(given));
  const pieces = [...given.matchAll(/(\d+(?:\.\d+)?)\s*(ms|min|s|m|h|d)\s*/gy)];
  const length = pieces.reduce((sum, [piece]) => sum + piece.length, 0);
  if (pieces.length === 0 || length !== given.length) {
    throw new CliError(
      `Invalid duration for ${flag}: "${text}".`,
      'Use a duration such as 90s, 5m, 1h30m, or plain seconds.',
    );
  }
  const seconds = pieces.reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * (secondsOf[unit] ?? 1),
    0,
  );
  // Rounds off floating-point errors, which would add a second.
  return Math.ceil(Number(seconds.toFixed(6)));
}
