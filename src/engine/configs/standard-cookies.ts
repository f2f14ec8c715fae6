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
  const attributes = new Map<string, string>();
  for (const part of rest) {
    const at = part.indexOf('=');
    attributes.set(
      (at < 0 ? part : part.slice(0, at)).trim().toLowerCase(),
      at < 0 ? '' : unquoted(part.slice(at + 1).trim()),
    );
  }
  const domain = attributes.get('domain');
  if (domain === '') {
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
    isExpired: isExpired(attributes, nowMs),
  };
}

/** `Max-Age` takes precedence over `Expires`. */
function isExpired(attributes: ReadonlyMap<string, string>, nowMs: number): boolean {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined) {
    return /^-?\d+$/.test(maxAge) && Number(maxAge) < 0 ? true : maxAge === '0';
  }
  const expires = attributes.get('expires');
  const atMs = expires === undefined ? Number.NaN : parseDate(expires);
  return atMs < nowMs;
}

/** The first token that can be a time, day, month or year is taken as such, in any order. */
function parseDate(text: string): number {
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
    return Number.NaN;
  }
  const [hour = 0, minute = 0, second = 0] = time;
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

function splitOutsideQuotes(text: string): string[] {
  return text.match(/(?:"(?:\\.|[^"\\])*"|[^;])+/g) ?? [];
}

function unquoted(value: string): string {
  return /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;
}

const quoted = (value: string) => (/[ ",;\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value);
