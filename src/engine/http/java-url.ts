import { isIPv6 } from 'node:net';
import { javaTrim } from '../../languages/java/java-text.ts';

/** java.net.URL as far as JMeter uses it: nothing is normalized, unusual parts are kept as written. */
export interface JavaUrl {
  readonly protocol: string;
  readonly host: string;
  /** -1: no port. */
  readonly port: number;
  readonly path: string;
  readonly query: string | undefined;
  readonly ref: string | undefined;
  /** User info before the `@`; never sent, but part of the URL's text and of the key of its route. */
  readonly userInfo?: string | undefined;
}

export class MalformedUrl extends Error {}

const protocols = new Set(['http', 'https', 'file', 'ftp', 'jar']);

/** `new URL(protocol, host, port, file)`. */
export function makeUrl(protocol: string, host: string, port: number, file: string): JavaUrl {
  const name = protocol.toLowerCase();
  if (!protocols.has(name)) {
    throw new MalformedUrl(`unknown protocol: ${name}`);
  }
  if (host.includes('/')) {
    throw new MalformedUrl("Illegal character found in host: '/'");
  }
  // A host with a colon is an IPv6 address.
  const whole = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return { protocol: name, host: whole, port, ...splitFile(file) };
}

/** `new URL(base, text)`; without a base the text must be absolute. */
export function parseUrl(text: string, base?: JavaUrl): JavaUrl {
  const trimmed = javaTrim(text);
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(trimmed)?.[1];
  if (scheme === undefined && base === undefined) {
    throw new MalformedUrl(`no protocol: ${trimmed}`);
  }
  const protocol = scheme?.toLowerCase() ?? base?.protocol ?? '';
  if (!protocols.has(protocol)) {
    throw new MalformedUrl(`unknown protocol: ${protocol}`);
  }
  const rest = scheme === undefined ? trimmed : trimmed.slice(scheme.length + 1);
  const same = base?.protocol === protocol ? base : undefined;
  return same !== undefined && !rest.startsWith('//')
    ? resolve(same, rest)
    : parseAbsolute(protocol, rest, same?.path ?? '');
}

/** `basePath` is used when authority and path are empty. */
function parseAbsolute(protocol: string, rest: string, basePath: string): JavaUrl {
  const [, authority = '', file = ''] = /^\/\/([^/?#]*)(.*)$/s.exec(rest) ?? [undefined, '', rest];
  const at = authority.lastIndexOf('@');
  const hostAndPort = authority.slice(at + 1);
  if (hostAndPort.startsWith('[')) {
    checkBrackets(authority, hostAndPort);
  }
  const [, host = '', portText] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(hostAndPort) ?? [];
  if (portText !== undefined && portText !== '' && !/^-?\d+$/.test(portText)) {
    throw new MalformedUrl(`Error at index ${portText.search(/[^0-9]/)} in: "${portText}"`);
  }
  const port = portText === undefined || portText === '' ? -1 : Number(portText);
  if (port < -1) {
    throw new MalformedUrl(`Invalid port number :${port}`);
  }
  const parts = splitFile(file);
  const path = authority === '' && parts.path === '' ? basePath : parts.path;
  const url = { protocol, host, port, ...parts, path };
  return at < 0 ? url : { ...url, userInfo: authority.slice(0, at) };
}

function checkBrackets(authority: string, hostAndPort: string): void {
  const end = hostAndPort.indexOf(']');
  if (end <= 2) {
    throw new MalformedUrl(`Invalid authority field: ${authority}`);
  }
  if (!isIPv6(hostAndPort.slice(1, end))) {
    throw new MalformedUrl(`Invalid host: ${hostAndPort.slice(0, end + 1)}`);
  }
}

function resolve(base: JavaUrl, rest: string): JavaUrl {
  const { path, query, ref } = splitFile(rest);
  const { protocol, host, port } = base;
  if (path.startsWith('/')) {
    return { protocol, host, port, path: withoutDots(path), query, ref };
  }
  if (path === '') {
    return query === undefined
      ? { protocol, host, port, path: base.path, query: base.query, ref }
      : { protocol, host, port, path: base.path.slice(0, base.path.lastIndexOf('/') + 1), query, ref };
  }
  const folder = base.path.slice(0, base.path.lastIndexOf('/') + 1) || (host === '' ? '' : '/');
  return { protocol, host, port, path: withoutDots(folder + path), query, ref };
}

/** As URLStreamHandler.parseURL, which keeps a leading `/../`. */
function withoutDots(path: string): string {
  let result = path.replace(/\/(?:\.\/)+/g, '/');
  let from = 0;
  for (let at = result.indexOf('/../', from); at >= 0; at = result.indexOf('/../', from)) {
    const before = at > 0 ? result.lastIndexOf('/', at - 1) : -1;
    if (at > 0 && before >= 0 && result.indexOf('/../', before) !== 0) {
      result = result.slice(0, before) + result.slice(at + 3);
      from = before;
    } else {
      from = at + 3;
    }
  }
  while (result.endsWith('/..')) {
    const at = result.indexOf('/..');
    const before = at > 0 ? result.lastIndexOf('/', at - 1) : -1;
    if (before < 0) {
      break;
    }
    result = result.slice(0, before + 1);
  }
  if (result.startsWith('./') && result.length > 2) {
    result = result.slice(2);
  }
  return result.endsWith('/.') ? result.slice(0, -1) : result;
}

function splitFile(file: string): Pick<JavaUrl, 'path' | 'query' | 'ref'> {
  const hash = file.indexOf('#');
  const ref = hash < 0 ? undefined : file.slice(hash + 1);
  const whole = hash < 0 ? file : file.slice(0, hash);
  const mark = whole.indexOf('?');
  return mark < 0
    ? { path: whole, query: undefined, ref }
    : { path: whole.slice(0, mark), query: whole.slice(mark + 1), ref };
}

export const urlAuthority = ({ host, port }: JavaUrl) => (port < 0 ? host : `${host}:${port}`);

export function urlText(url: JavaUrl): string {
  const authority = `${url.userInfo === undefined ? '' : `${url.userInfo}@`}${urlAuthority(url)}`;
  return `${url.protocol}:${authority === '' ? '' : `//${authority}`}${url.path}${url.query === undefined ? '' : `?${url.query}`}${url.ref === undefined ? '' : `#${url.ref}`}`;
}
