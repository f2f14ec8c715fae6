const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekday = '(?:mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const clock = '(\\d+):(\\d+):(\\d+)';
const zone = '(GMT|UTC|[ECMP][SD]T)?(?:([+-])(\\d{1,2}):?(\\d{2})?)?';
const patterns = [
  new RegExp(`^${weekday}, *(?<day>\\d+) +(?<month>[a-z]{3,9}) +(?<year>\\d+) +${clock} +${zone}`, 'i'),
  new RegExp(`^${weekday}, *(?<day>\\d+)-(?<month>[a-z]{3,9})-(?<year>\\d+) +${clock} +${zone}`, 'i'),
  new RegExp(`^${weekday} +(?<month>[a-z]{3,9}) +(?<day>\\d+) +${clock} +(?<year>\\d+)`, 'i'),
] as const;
const hoursOfZone: Record<string, number> = { E: -5, C: -6, M: -7, P: -8 };

/** HttpClient's DateUtils: the three HTTP date formats; undefined for others. */
export function parseHttpDate(text: string): number | undefined {
  const bare = /^'(.+)'$/s.exec(text)?.[1] ?? text;
  for (const [index, pattern] of patterns.entries()) {
    const found = pattern.exec(bare);
    const atMs = found ? timeOf(found, index) : undefined;
    if (atMs !== undefined) {
      return atMs;
    }
  }
  return undefined;
}

function timeOf(found: RegExpExecArray, index: number): number | undefined {
  const { day = '', month = '', year = '' } = found.groups ?? {};
  const [hours = 0, minutes = 0, seconds = 0] = found
    .slice(index === 2 ? 3 : 4, index === 2 ? 6 : 7)
    .map(Number);
  const at = months.indexOf(month.slice(0, 3).toLowerCase());
  if (at < 0) {
    return undefined;
  }
  const date = new Date(0);
  date.setUTCFullYear(yearOf(year, index), at, Number(day));
  date.setUTCHours(hours, minutes, seconds);
  const [, , , , , , , name, sign, zoneHours = '0', zoneMinutes = '0'] = found;
  if (index < 2 && name === undefined && sign === undefined) {
    return undefined;
  }
  const named = name === undefined ? 0 : (hoursOfZone[name[0]?.toUpperCase() ?? ''] ?? 0);
  const summer = /^.DT$/i.test(name ?? '') ? 1 : 0;
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  return date.getTime() - (named + summer) * 3_600_000 - (index < 2 ? offset * 60_000 : 0);
}

/** Two-digit years of RFC 1036 dates are of this century. */
function yearOf(text: string, index: number): number {
  return index === 1 && text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** Netscape's date format only: `Wed, 09-Jun-21 10:18:14 GMT`. */
export function parseNetscapeDate(text: string): number | undefined {
  const found = patterns[1].exec(/^'(.+)'$/s.exec(text)?.[1] ?? text);
  return found ? timeOf(found, 1) : undefined;
}
