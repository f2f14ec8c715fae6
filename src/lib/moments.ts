/** Formats of times: local, UTC, and relative to the start of the run. */

/** `15 Nov 2026, 14:03:09 CET` in the local time zone. */
export function local(at: Date): string {
  return at.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
}

export function utc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `02:15`, `1:02:15`: time since the start of the run. */
export function clock(seconds: number): string {
  const sign = seconds < 0 ? '−' : '';
  const at = Math.abs(Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(at / 3600);
  const rest = `${two(Math.floor((at % 3600) / 60))}:${two(at % 60)}`;
  return sign + (hours === 0 ? rest : `${hours}:${rest}`);
}

/** `+02:15` */
export function into(seconds: number): string {
  return seconds < 0 ? clock(seconds) : `+${clock(seconds)}`;
}

/** `45 s`, `5 min`, `5 min 20 s`, `2 h 3 min`. */
export function span(seconds: number): string {
  const at = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(at / 3600), Math.floor((at % 3600) / 60), at % 60];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  if (minutes > 0) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  return `${rest} s`;
}

/** `just now`, `3 min ago`, `2 days ago`; for lists. */
export function ago(at: Date, now: Date): string {
  const seconds = (now.getTime() - at.getTime()) / 1000;
  if (seconds < 45) return 'just now';
  const steps: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  for (const [size, name] of steps) {
    const some = Math.round(seconds / size);
    if (seconds >= size * 0.75 && some >= 1) return `${some} ${name}${some === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
