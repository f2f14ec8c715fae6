import { checkUri } from './java-uri.ts';
import { type JavaUrl, parseUrl } from './java-url.ts';

/** Target of a Location header, as JMeter reads it: resolves `/x/../`, escapes spaces, ignores excess `../`. */
export function redirectLocation(from: JavaUrl, location: string): JavaUrl {
  const text = withoutSlashDotDot(location).replaceAll(' ', '%20');
  const url = sanitized(relativeTo(from, text));
  // Fails for an invalid host, which is not escaped.
  checkUri(url);
  return url;
}

/** Escapes path, query and fragment if any character needs it. */
export function sanitized(url: JavaUrl): JavaUrl {
  try {
    checkUri(url);
    return url;
  } catch {
    return escaped(url);
  }
}

/** `new URL(from, location)`, without excess `../`. */
export function relativeTo(from: JavaUrl, location: string): JavaUrl {
  const url = parseUrl(location, from);
  if (location.startsWith('../')) {
    const prefix = /^\/((?:\.\.\/)+)/.exec(url.path)?.[1];
    if (prefix !== undefined && location.startsWith(prefix)) {
      return parseUrl(location.slice(prefix.length), from);
    }
  }
  return url;
}

/** `new URI(scheme, …)`, which escapes illegal characters, including percent signs. */
function escaped(url: JavaUrl): JavaUrl {
  const escapeAll = (text: string, legal: RegExp) =>
    text.replace(/./gsu, (character) =>
      legal.test(character)
        ? character
        : [...Buffer.from(character)]
            .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
            .join(''),
    );
  const inPath = /[A-Za-z0-9_\-!.~'()*,;:$&+=@/]|[^\0-\x9f\s]/u;
  const inQuery = /[A-Za-z0-9_\-!.~'()*,;:$&+=@/?[\]]|[^\0-\x9f\s]/u;
  return {
    ...url,
    path: escapeAll(url.path, inPath),
    query: url.query === undefined ? undefined : escapeAll(url.query, inQuery),
    ref: url.ref === undefined ? undefined : escapeAll(url.ref, inQuery),
  };
}

function withoutSlashDotDot(location: string): string {
  const url = location.trim();
  if (url.length < 4 || !url.includes('/..')) {
    return url;
  }
  const scheme = url.indexOf('://');
  const start = scheme >= 0 ? url.indexOf('/', scheme + 3) : 0;
  if (start < 0) {
    return url;
  }
  const mark = url.indexOf('?');
  const hash = url.indexOf('#');
  const end = mark > 0 ? mark : hash > 0 ? hash : url.length;
  const path = url.slice(start, end);
  const tokens = path.split('/').filter((token) => token !== '');
  for (let at = 0; at < tokens.length - 1; at++) {
    if (tokens[at] !== '..' && tokens[at + 1] === '..') {
      tokens.splice(at, 2);
      at = Math.max(-1, at - 2);
    }
  }
  const joined = tokens.join('/');
  const newPath = `${path.startsWith('/') ? '/' : ''}${joined}${path.endsWith('/') && joined !== '' ? '/' : ''}`;
  return url.slice(0, start) + newPath + url.slice(end);
}
