import { JavaException } from './http-failure.ts';

/** HttpClient's ContentType. */
export interface ContentType {
  /** As formatted for a header. */
  readonly text: string;
  readonly charset: string | undefined;
}

/** From a type without parameters. */
export function makeContentType(type: string, charset: string): ContentType {
  const name = type.toLowerCase();
  if (name.trim() === '') {
    throw new JavaException('java.lang.IllegalArgumentException', 'MIME type may not be blank');
  }
  if (/[",;]/.test(name)) {
    throw new JavaException(
      'java.lang.IllegalArgumentException',
      'MIME type may not contain reserved characters',
    );
  }
  return { text: `${name}; charset=${charset}`, charset };
}

/** From a type with parameters, as written. */
export function parseContentType(text: string): ContentType {
  const first = /^(?:"(?:\\.|[^"\\])*"?|[^,"])*/.exec(text.replace(/^[\s,]+/, ''))?.[0] ?? '';
  const [type = '', ...rest] = first.match(/(?:"(?:\\.|[^"\\])*"?|[^;"])+/g) ?? [];
  const name = type.split('=', 1)[0]?.trim() ?? '';
  if (name === '') {
    throw new JavaException('org.apache.http.ParseException', `Invalid content type: ${text}`);
  }
  const parameters = rest
    .map((part) => /^\s*([^=]*?)\s*(?:=\s*(.*?))?\s*$/s.exec(part))
    .map((found) => [found?.[1] ?? '', found?.[2]] as const)
    .filter(([each]) => each !== '')
    .map(([each, value]) => [each, value === undefined ? undefined : unquoted(value)] as const);
  const charset = parameters.find(([each]) => each.toLowerCase() === 'charset')?.[1];
  if (charset !== undefined && charset !== '') {
    checkCharset(charset);
  }
  const written = parameters.map(([each, value]) =>
    value === undefined ? each : `${each}=${quotedIfNeeded(value)}`,
  );
  return { text: [name, ...written].join('; '), charset: charset === '' ? undefined : charset };
}

/** Throws the exceptions of Java's Charset.forName. */
function checkCharset(name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9.+:_-]*$/.test(name)) {
    throw new JavaException('java.nio.charset.IllegalCharsetNameException', name);
  }
  if (!/^(?:utf-?8|iso-8859-1|us-ascii)$/i.test(name)) {
    try {
      new TextDecoder(name);
    } catch {
      throw new JavaException('java.nio.charset.UnsupportedCharsetException', name);
    }
  }
}

const unquoted = (value: string) =>
  /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;

const quotedIfNeeded = (value: string) =>
  /[ ;,:@()<>\\"/[\]?={}\t]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
