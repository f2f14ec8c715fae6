import type { JavaUrl } from '../http/java-url.ts';
import type { CookieSpec, StoredCookie } from './cookie-jar.ts';

/** HttpClient's lax RFC 6265 specification, JMeter's policy "standard". */
export const standardCookies: CookieSpec = {
  read: (text, url, nowMs) => {
    const parsed = parseStandard(text, url, nowMs);
    return parsed && domainMatches(parsed.cookie, url.host.toLowerCase()) ? [parsed] : [];
  },
  matches: (cookie, url) =>
    domainMatches(cookie, url.host.toLowerCase()) &&
    pathMatches(cookie.path, url.path === '' ? '/' : url.path) &&
    (!cookie.isSecure || url.protocol === 'https'),
  // Longer paths first.
  write: (cookies) =>
    cookies
      .toSorted((left, right) => right.path.length - left.path.length)
      .map(({ name, value }) => `${name}=${quoted(value)}`)
      .join('; '),
};

/** HttpClient's strict RFC 6265 specification: a cookie with an invalid Max-Age or Expires is rejected. */
export const strictCookies: CookieSpec = {
  ...standardCookies,
  read: (text, url, nowMs) =>
    isWellFormed(text) ? standardCookies.read(withWholeYear(text), url, nowMs) : [],
};

/** Two-digit years are of this century here; in the lax specification, 70 to 99 are of the previous one. */
const withWholeYear = (text: string) =>
  text.replace(
    /(;\s*expires=[^;]*-[A-Za-z]{3}-)(\d\d)(?= )/i,
    (_match, before, year) => `${before}20${year}`,
  );

function isWellFormed(text: string): boolean {
  const attributes = attributesOf(splitOutsideQuotes(text).slice(1));
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined) {
    return /^[+-]?\d{1,10}$/.test(maxAge) && Number(maxAge) >= 0 && Number(maxAge) <= 0x7fff_ffff;
  }
  const expires = attributes.get('expires');
  return expires === undefined || strictDates.some((pattern) => pattern.test(expires));
}

const dayName = '(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)';
const monthName = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const clockTime = '\\d{1,2}:\\d{1,2}:\\d{1,2}';

/** RFC 1123, RFC 1036 and asctime. */
const strictDates = [
  `${dayName}, \\d{1,2} ${monthName} \\d{4} ${clockTime} (?:GMT|UTC)`,
  `${dayName}, \\d{1,2}-${monthName}-(?:\\d{2}){1,2} ${clockTime} (?:GMT|UTC)`,
  `${dayName} ${monthName} \\d{1,2} ${clockTime} \\d{4}`,
].map((pattern) => new RegExp(`^${pattern}$`));

function attributesOf(parts: readonly string[]): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const part of parts) {
    const at = part.indexOf('=');
    attributes.set(
      (at < 0 ? part : part.slice(0, at)).trim().toLowerCase(),
      at < 0 ? '' : unquoted(part.slice(at + 1).trim()),
    );
  }
  return attributes;
}

function parseStandard(
  text: string,
  url: JavaUrl,
  nowMs: number,
): { cookie: StoredCookie; isExpired: boolean } | undefined {
  const [first = '', ...rest] = splitOutsideQuotes(text);
  const equals = first.indexOf('=');
  const name = (equals < 0 ? first : first.slice(0, equals)).trim();
  if (name === '' || equals < 0) {
    return undefined;
  }
  const attributes = attributesOf(rest);
  const domain = attributes.get('domain');
  const hasExpired = isExpired(attributes, nowMs);
  if (domain === '' || hasExpired === undefined) {
    return undefined;
  }
  return {
    cookie: {
      name,
      value: unquoted(first.slice(equals + 1).trim()),
      domain: domain === undefined ? url.host.toLowerCase() : domain.replace(/^\./, '').toLowerCase(),
      path: attributes.has('path') ? attributes.get('path')?.trim() || '/' : defaultPath(url.path),
      isSecure: attributes.has('secure'),
      isDomainGiven: domain !== undefined,
      isPathGiven: attributes.has('path'),
      version: 0,
    },
    isExpired: hasExpired,
  };
}

/** `Max-Age` takes precedence over `Expires`. Undefined for an invalid date. */
function isExpired(attributes: ReadonlyMap<string, string>, nowMs: number): boolean | undefined {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined) {
    return /^-?\d+$/.test(maxAge) && Number(maxAge) < 0 ? true : maxAge === '0';
  }
  const expires = attributes.get('expires') ?? '';
  if (expires.trim() === '') {
    return false;
  }
  const atMs = parseDate(expires);
  // JMeter treats the beginning of 1970 as no expiry date.
  return atMs === undefined ? undefined : atMs !== 0 && atMs < nowMs;
}

/** As in RFC 6265: the first token that matches time, day, month or year is used, in any order. */
function parseDate(text: string): number | undefined {
  let time: number[] | undefined;
  let day: number | undefined;
  let month: number | undefined;
  let year: number | undefined;
  for (const word of text.split(/[^\dA-Za-z:]+/)) {
    const clock = /^(\d{1,2}):(\d{1,2}):(\d{1,2})/.exec(word);
    const monthAt = months.indexOf(word.slice(0, 3).toLowerCase());
    if (clock && !time) {
      time = clock.slice(1).map(Number);
    } else if (day === undefined && /^\d{1,2}(?!\d)/.test(word)) {
      day = Number.parseInt(word, 10);
    } else if (month === undefined && monthAt >= 0) {
      month = monthAt;
    } else if (year === undefined && /^\d{2,4}/.test(word)) {
      year = fullYear(Number.parseInt(word, 10));
    }
  }
  if (!time || day === undefined || month === undefined || year === undefined) {
    return undefined;
  }
  const [hour = 0, minute = 0, second = 0] = time;
  if (day < 1 || day > 31 || year < 1601 || hour > 23 || minute > 59 || second > 59) {
    return undefined;
  }
  return Date.UTC(year, month, day, hour, minute, second);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const fullYear = (year: number) => (year > 99 ? year : year >= 70 ? 1900 + year : 2000 + year);

export function defaultPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? path || '/' : path.slice(0, Math.max(1, slash));
}

/** Version 0: the host itself, or a subdomain of a given domain. */
export function domainMatches({ domain: written, isDomainGiven }: StoredCookie, host: string): boolean {
  const domain = written.replace(/^\./, '').toLowerCase();
  if (domain === host) {
    return true;
  }
  return isDomainGiven && !/^[\d.]+$/.test(host) && host.endsWith(`.${domain}`);
}

export function pathMatches(cookiePath: string, path: string): boolean {
  const topmost = cookiePath.length > 1 && cookiePath.endsWith('/') ? cookiePath.slice(0, -1) : cookiePath;
  return (
    path.startsWith(topmost) &&
    (topmost === '/' || path.length === topmost.length || path[topmost.length] === '/')
  );
}

/** At semicolons outside of quotes; a quote without an end is a character like others. */
function splitOutsideQuotes(text: string): string[] {
  return text.includes('"')
    ? splitAt(text, semicolonsOutsideQuotes(text))
    : text.split(';').filter((part) => part !== '');
}

function semicolonsOutsideQuotes(text: string): number[] {
  const semicolons: number[] = [];
  const ends = endsOfQuotes(text);
  for (let at = 0; at < text.length; at++) {
    const end = text[at] === '"' ? (ends[at + 1] ?? -1) : -1;
    if (end >= 0) {
      at = end;
    } else if (text[at] === ';') {
      semicolons.push(at);
    }
  }
  return semicolons;
}

/** The closing quote for a quoted text that continues at each position; -1: none. In linear time, from behind. */
function endsOfQuotes(text: string): Int32Array {
  const ends = new Int32Array(text.length + 2).fill(-1);
  for (let at = text.length - 1; at >= 0; at--) {
    ends[at] = text[at] === '"' ? at : (ends[text[at] === '\\' ? at + 2 : at + 1] ?? -1);
  }
  return ends;
}

function splitAt(text: string, places: readonly number[]): string[] {
  return [...places, text.length]
    .map((place, index) => text.slice(index === 0 ? 0 : (places[index - 1] ?? 0) + 1, place))
    .filter((part) => part !== '');
}

function unquoted(value: string): string {
  return /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;
}

const quoted = (value: string) => (/[ ",;\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value);
