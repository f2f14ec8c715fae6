const pattern =
  /^([-+]?)P(?:([-+]?\d+)D)?(T(?:([-+]?\d+)H)?(?:([-+]?\d+)M)?(?:([-+]?\d+)(?:[.,](\d{0,9}))?S)?)?$/i;

/** Java's Duration.parse, in milliseconds; undefined where it throws. */
export function parseDuration(text: string): number | undefined {
  const found = pattern.exec(text);
  if (!found) {
    return undefined;
  }
  const [, sign, days, time, hours, minutes, seconds, fraction] = found;
  if (time?.toUpperCase() === 'T' || [days, hours, minutes, seconds].every((part) => part === undefined)) {
    return undefined;
  }
  const whole = Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60;
  const rest = Number(seconds ?? 0) * 1000;
  const part = Number((fraction ?? '').padEnd(9, '0')) / 1e6;
  const total = whole * 1000 + rest + (seconds?.startsWith('-') ? -part : part);
  return sign === '-' ? -total : total;
}
