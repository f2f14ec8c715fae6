import { isIPv6 } from 'node:net';
import { type JavaUrl, urlAuthority, urlText } from './java-url.ts';

/** java.net.URISyntaxException, with its message. */
export class UriSyntax extends Error {}

const pathCharacters = /^(?:[A-Za-z0-9_\-!.~'()*,;:$&+=@/]|%[0-9A-Fa-f]{2}|[^\0-\x9f\s])*$/u;
const queryCharacters = /^(?:[A-Za-z0-9_\-!.~'()*,;:$&+=@/?[\]]|%[0-9A-Fa-f]{2}|[^\0-\x9f\s])*$/u;

const plainHost = /^[A-Za-z0-9.-]*$/;
const hostCharacters = /^(?:[A-Za-z0-9_\-!.~'()*,;:$&+=@[\]]|%[0-9A-Fa-f]{2}|[^\0-\x9f\s])*$/u;

/** `url.toURI()`: throws when the URL holds a character that must be escaped. */
export function checkUri(url: JavaUrl): void {
  if (!plainHost.test(url.host)) {
    checkHost(url);
  }
  if (!pathCharacters.test(url.path)) {
    fail(url, 'path', url.path, pathCharacters);
  }
  if (url.query !== undefined && !queryCharacters.test(url.query)) {
    fail(url, 'query', url.query, queryCharacters);
  }
  if (url.ref !== undefined && !queryCharacters.test(url.ref)) {
    fail(url, 'fragment', url.ref, queryCharacters);
  }
}

function checkHost(url: JavaUrl): void {
  const { host, protocol, userInfo } = url;
  const bad = /[?#@]/.exec(host)?.[0];
  if (bad !== undefined) {
    throw new UriSyntax(`Illegal character found in host: '${bad}': ${urlAuthority(url)}`);
  }
  const start = protocol.length + '://'.length + (userInfo === undefined ? 0 : userInfo.length + 1);
  const failAt = (reason: string, index: number): never => {
    throw new UriSyntax(`${reason} at index ${start + index}: ${urlText(url)}`);
  };
  const percent = host.search(/%(?![0-9A-Fa-f]{2})/);
  if (percent >= 0) {
    failAt('Malformed escape pair', percent);
  }
  if (!hostCharacters.test(host)) {
    failAt('Illegal character in authority', 0);
  }
  if (host.startsWith('[')) {
    if (!host.endsWith(']')) {
      failAt('Expected closing bracket for IPv6 address', urlAuthority(url).length);
    }
    if (!isIPv6(host.slice(1, -1))) {
      failAt('Malformed IPv6 address', 1);
    }
    return;
  }
  const bracket = host.search(/[[\]]/);
  if (bracket >= 0) {
    failAt('Illegal character in hostname', bracket);
  }
}

function fail(url: JavaUrl, part: 'path' | 'query' | 'fragment', text: string, allowed: RegExp): never {
  const length = new RegExp(allowed.source.slice(0, -1), 'u').exec(text)?.[0].length ?? 0;
  const whole = urlText(url);
  const before = { path: '', query: `${url.path}?`, fragment: `${url.path}?${url.query ?? ''}#` }[part];
  const at = whole.length - urlTextFrom(url).length + before.length + length;
  const reason = text[length] === '%' ? 'Malformed escape pair' : `Illegal character in ${part}`;
  throw new UriSyntax(`${reason} at index ${at}: ${whole}`);
}

function urlTextFrom(url: JavaUrl): string {
  return `${url.path}${url.query === undefined ? '' : `?${url.query}`}${url.ref === undefined ? '' : `#${url.ref}`}`;
}

/**
 * The request target as Apache HttpClient writes it: empty path segments are removed, and if there were any, the others
 * are decoded and encoded again; the query is kept, and non-ASCII characters are escaped as UTF-8.
 */
export function requestTarget(url: JavaUrl): string {
  const path = normalizedPath.get(url.path) ?? remember(url.path);
  return url.query === undefined ? path : `${path}?${toAscii(url.query)}`;
}

/** The request target for a proxy: empty path segments stay. */
export function proxyTarget(url: JavaUrl): string {
  const path = toAscii(url.path === '' ? '/' : url.path);
  return url.query === undefined ? path : `${path}?${toAscii(url.query)}`;
}

const normalizedPath = new Map<string, string>();
const maxRemembered = 10_000;

function remember(path: string): string {
  const result = normalize(path);
  if (normalizedPath.size < maxRemembered) {
    normalizedPath.set(path, result);
  }
  return result;
}

function normalize(path: string): string {
  const segments = path.replace(/^\//, '').split('/');
  const kept = segments.filter((segment, index) => segment !== '' || index === segments.length - 1);
  if (kept.length === segments.length) {
    return toAscii(path === '' ? '/' : path);
  }
  return kept.map((segment) => `/${encodeSegment(decodeSegment(segment))}`).join('');
}

function decodeSegment(segment: string): Buffer {
  if (!segment.includes('%')) {
    return Buffer.from(segment);
  }
  const bytes: Buffer[] = [];
  for (const [piece] of segment.matchAll(/%[0-9A-Fa-f]{2}|[^%]+|%/g)) {
    bytes.push(/^%../.test(piece) ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece));
  }
  // Escapes that are not UTF-8 become replacement characters.
  return Buffer.from(Buffer.concat(bytes).toString('utf8'));
}

const safeInPath = /[A-Za-z0-9_\-.*!~'();:@&=+$,]/;

function encodeSegment(bytes: Buffer): string {
  let text = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    text += byte < 0x80 && safeInPath.test(character) ? character : escapeByte(byte);
  }
  return text;
}

const escapeByte = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

function toAscii(text: string): string {
  return /^[\0-\x7f]*$/.test(text)
    ? text
    : text
        .normalize('NFC')
        .replace(/[^\0-\x7f]+/g, (piece) => [...Buffer.from(piece)].map(escapeByte).join(''));
}
