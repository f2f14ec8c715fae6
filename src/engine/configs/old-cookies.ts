import { parseNetscapeDate } from '../http/http-date.ts';
import type { JavaUrl } from '../http/java-url.ts';
import type { CookieSpec, StoredCookie } from './cookie-jar.ts';
import { defaultPath, domainMatches, pathMatches } from './standard-cookies.ts';

type Attribute = readonly [name: string, value: string | undefined];

interface Read {
  cookie: StoredCookie;
  isExpired: boolean;
}

/** JMeter's policies "default", "best-match" and "compatibility": Netscape cookies, and RFC 2109 for cookies with a version. */
export const defaultCookies: CookieSpec = {
  read: (text, url, nowMs) => {
    const elements = elementsOf(text);
    const has = (wanted: string) =>
      elements.some(([, ...attributes]) => attributes.some(([name]) => name.toLowerCase() === wanted));
    return has('expires') || !has('version') ? readNetscape(text, url, nowMs) : readAll(elements, url, nowMs);
  },
  matches: (cookie, url) =>
    (cookie.version > 0 ? isOldDomain(cookie, url) : domainMatches(cookie, url.host.toLowerCase())) &&
    isRightPlace(cookie, url),
  write: (cookies) => {
    const isOld = cookies.every(({ version }) => version > 0);
    return isOld
      ? // HttpClient makes one header per cookie; JMeter concatenates them without a separator.
        byPath(cookies)
          .map((cookie) => `$Version=${cookie.version}; ${written(cookie, cookie.version)}`)
          .join('')
      : cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  },
};

/** JMeter's policy "rfc2109". */
export const rfc2109Cookies: CookieSpec = {
  read: (text, url, nowMs) => readAll(elementsOf(text), url, nowMs),
  matches: (cookie, url) => isOldDomain(cookie, url) && isRightPlace(cookie, url),
  write: (cookies) => {
    const version = Math.min(...cookies.map((cookie) => cookie.version));
    return [`$Version=${version}`, ...byPath(cookies).map((cookie) => written(cookie, version))].join('; ');
  },
};

function written(
  { name, value, path, domain, isPathGiven, isDomainGiven }: StoredCookie,
  version: number,
): string {
  const quote = version > 0 ? '"' : '';
  const parts = [
    [name, value],
    ...(isPathGiven ? [['$Path', path]] : []),
    ...(isDomainGiven ? [['$Domain', domain]] : []),
  ];
  return parts.map(([key, text]) => `${key}=${quote}${text}${quote}`).join('; ');
}

/** Cookies of deeper paths first. */
function byPath(cookies: readonly StoredCookie[]): StoredCookie[] {
  const folder = ({ path }: StoredCookie) => (path.endsWith('/') ? path : `${path}/`);
  return cookies.toSorted((left, right) => {
    const [a, b] = [folder(left), folder(right)];
    return a === b ? 0 : a.startsWith(b) ? -1 : b.startsWith(a) ? 1 : 0;
  });
}

const isRightPlace = (cookie: StoredCookie, url: JavaUrl) =>
  pathMatches(cookie.path, url.path === '' ? '/' : url.path) &&
  (!cookie.isSecure || url.protocol === 'https');

function isOldDomain({ domain }: StoredCookie, url: JavaUrl): boolean {
  const host = url.host.toLowerCase();
  const lower = domain.toLowerCase();
  return host === lower || (lower.startsWith('.') && host.endsWith(lower));
}

function newCookie(
  [name, value = '']: Attribute,
  attributes: readonly Attribute[],
  url: JavaUrl,
): StoredCookie {
  const has = (wanted: string) => attributes.some(([each]) => each.toLowerCase() === wanted);
  return {
    name,
    value,
    domain: url.host.toLowerCase(),
    path: defaultPath(url.path === '' ? '/' : url.path),
    isSecure: has('secure'),
    isDomainGiven: has('domain'),
    isPathGiven: has('path'),
    version: 0,
  };
}

/** One cookie per header, even with commas. The first of repeated attributes wins. */
function readNetscape(text: string, url: JavaUrl, nowMs: number): Read[] {
  const [first = ['', undefined], ...attributes] = text.split(';').map(attributeOf);
  const cookie = newCookie(first, attributes, url);
  let isExpired = false;
  for (const [name, value] of attributes.toReversed()) {
    switch (name.toLowerCase()) {
      case 'domain':
        if ((value ?? '').trim() === '') {
          return [];
        }
        if (!value?.endsWith('.')) {
          cookie.domain = (value ?? '').replace(/^\./, '').toLowerCase();
        }
        break;
      case 'path':
        cookie.path = (value ?? '').trim() === '' ? '/' : (value ?? '');
        break;
      case 'expires': {
        const atMs = value === undefined ? undefined : parseNetscapeDate(value);
        if (atMs === undefined) {
          return [];
        }
        isExpired = atMs < nowMs;
        break;
      }
    }
  }
  const isAllowed = domainMatches({ ...cookie, isDomainGiven: true }, url.host.toLowerCase());
  return cookie.name === '' || !isAllowed ? [] : [{ cookie, isExpired }];
}

/** RFC 2109: a header may hold several cookies, and is rejected when one of them is invalid. */
function readAll(elements: readonly (readonly Attribute[])[], url: JavaUrl, nowMs: number): Read[] {
  const cookies: Read[] = [];
  for (const [first = ['', undefined] as const, ...attributes] of elements) {
    const cookie = newCookie(first, attributes, url);
    let expiresAtMs = Number.POSITIVE_INFINITY;
    for (const [name, value] of attributes.toReversed()) {
      const attribute = name.toLowerCase();
      const isBlank = (value ?? '').trim() === '';
      if (attribute === 'domain' || attribute === 'version') {
        if (isBlank || (attribute === 'version' && !/^[+-]?\d+$/.test(value ?? ''))) {
          return [];
        }
        if (attribute === 'domain') {
          cookie.domain = (value ?? '').toLowerCase();
        } else {
          cookie.version = Number(value);
        }
      } else if (attribute === 'path') {
        cookie.path = isBlank ? '/' : (value ?? '');
      } else if (attribute === 'max-age') {
        if (!/^\+?\d+$/.test(value ?? '')) {
          return [];
        }
        expiresAtMs = nowMs + Number(value) * 1000;
      }
    }
    if (cookie.name === '') {
      return [];
    }
    cookies.push({ cookie, isExpired: expiresAtMs <= nowMs });
  }
  return cookies.filter(({ cookie }) => isAllowedByRfc2109(cookie, url));
}

function isAllowedByRfc2109({ name, domain, version }: StoredCookie, url: JavaUrl): boolean {
  if (name.includes(' ') || name.startsWith('$') || version < 0) {
    return false;
  }
  const host = url.host.toLowerCase();
  const embedded = domain.indexOf('.', 1);
  return (
    domain === host ||
    (domain.startsWith('.') &&
      embedded >= 0 &&
      embedded !== domain.length - 1 &&
      host.endsWith(domain) &&
      !host.slice(0, host.length - domain.length).includes('.'))
  );
}

function attributeOf(text: string): Attribute {
  const at = text.indexOf('=');
  const word = (part: string) => part.trim().replace(/\s+/g, ' ');
  return at < 0 ? [word(text), undefined] : [word(text.slice(0, at)), word(text.slice(at + 1))];
}

/** Commas separate elements and semicolons attributes, except in quotes. */
function elementsOf(text: string): Attribute[][] {
  const pieces = (part: string, delimiter: string) =>
    part.match(new RegExp(`(?:"(?:\\\\.|[^"\\\\])*"?|[^${delimiter}"])+`, 'g')) ?? [];
  return pieces(text, ',')
    .map((element) =>
      pieces(element, ';').map((part): Attribute => {
        const [name, value] = attributeOf(part);
        return [
          name,
          value === undefined
            ? undefined
            : value.replace(/^"((?:\\.|[^"\\])*)"$/s, '$1').replace(/\\(["\\])/g, '$1'),
        ];
      }),
    )
    .filter(([first]) => first !== undefined && !(first[0] === '' && first[1] === undefined));
}
