import type { User } from '../core.ts';
import {
  bodyBytes,
  type EvaluatedArgument,
  evaluateArguments,
  formBody,
  queryString,
  rawBody,
} from '../http/http-arguments.ts';
import { JavaException } from '../http/http-failure.ts';
import type { HeaderLine, HttpRequest } from '../http/http-request.ts';
import { type JavaUrl, makeUrl, parseUrl } from '../http/java-url.ts';
import { toLong } from '../text/numbers.ts';
import type { HttpProperties } from './http-properties.ts';

/** What one sample asks for, evaluated once. */
export interface HttpCall {
  readonly method: string;
  readonly headers: readonly HeaderLine[];
  readonly plainHeaders: string | undefined;
  /** Nothing in the headers has to be replaced before they go out. */
  readonly isSafe: boolean;
  readonly args: readonly EvaluatedArgument[];
  readonly charset: string;
  readonly connectTimeoutMs: number;
  readonly responseTimeoutMs: number;
}

export function evaluateCall(properties: HttpProperties, user: User): { call: HttpCall; url: JavaUrl } {
  const { headers } = properties;
  const path = properties.path.evaluate(user);
  const method = properties.method.evaluate(user);
  const args =
    properties.arguments.length === 0 ? noArguments : evaluateArguments(properties.arguments, user);
  const charset = properties.charset.evaluate(user) || 'UTF-8';
  const url = urlOf(properties, user, path, method, args, charset);
  const plainHeaders = headers.isPlain ? headers.render(user) : undefined;
  return {
    url,
    call: {
      method,
      args,
      charset,
      headers: plainHeaders === undefined ? headers.evaluate(user) : headers.names,
      plainHeaders,
      isSafe: plainHeaders !== undefined && headers.isSafe,
      connectTimeoutMs: toLong(properties.connectTimeout.evaluate(user)),
      responseTimeoutMs: toLong(properties.responseTimeout.evaluate(user)),
    },
  };
}

const noArguments: readonly EvaluatedArgument[] = [];
const inQuery = new Set(['GET', 'DELETE', 'OPTIONS']);

function urlOf(
  properties: HttpProperties,
  user: User,
  rawPath: string,
  method: string,
  args: readonly EvaluatedArgument[],
  charset: string,
): JavaUrl {
  const { known } = properties;
  if (rawPath.startsWith('http://') || rawPath.startsWith('https://')) {
    return known.get(rawPath) ?? known.add(rawPath, parseUrl(rawPath.replaceAll(' ', '%20')));
  }
  const domain = properties.domain.evaluate(user);
  const protocol = properties.protocol.evaluate(user) || 'http';
  const query = args.length > 0 && inQuery.has(method) ? queryString(args, charset) : '';
  const port = properties.port.evaluate(user);
  const isPathAll = properties.isServerFixed && query === '' && !rawPath.startsWith('\n');
  const key = isPathAll ? rawPath : keyOf([rawPath, query, protocol, domain, port]);
  const found = known.get(key);
  if (found) {
    return found;
  }
  const path = rawPath.replaceAll(' ', '%20');
  const file = `${path.startsWith('/') ? '' : '/'}${path}${query === '' ? '' : path.includes('?') ? '&' : '?'}${query}`;
  return known.add(key, serverUrl(protocol, domain, toLong(port), file));
}

/** With the lengths before them, no two lists make the same text. */
const keyOf = (parts: readonly string[]) =>
  `\n${parts.map(({ length }) => length).join()}\n${parts.join('')}`;

function serverUrl(protocol: string, domain: string, port: number, file: string): JavaUrl {
  const isDefault = port === 0 || port === (protocol.toLowerCase() === 'https' ? 443 : 80);
  return makeUrl(protocol, domain, isDefault ? -1 : port, file);
}

const usualMethods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS']);
const withoutEntity = new Set(['GET', 'HEAD', 'TRACE', 'OPTIONS']);

/** `isFollowing`: it goes where a redirect pointed, with a method that may be another. */
export function requestOf(
  properties: HttpProperties,
  call: HttpCall,
  method: string,
  url: JavaUrl,
  cookies: string,
  isFollowing: boolean,
): HttpRequest & { bodyText: string } {
  if (method !== 'GET' && !usualMethods.has(method) && !/^[\da-z]+(?:[-_]?[\da-z]+)*$/i.test(method)) {
    throw new JavaException('java.lang.IllegalArgumentException', `Unexpected method: '${method}'`);
  }
  const isRaw = properties.isRawBody || (call.args.length > 0 && call.args.every(({ name }) => name === ''));
  if (method === 'GET' && !isRaw) {
    return {
      method,
      url,
      headers: call.headers,
      plainHeaders: call.plainHeaders,
      cookies,
      isKeepAlive: properties.isKeepAlive,
      entity: undefined,
      bodyText: '',
    };
  }
  const hasEntity = !withoutEntity.has(method) || (method === 'GET' && isRaw && !isFollowing);
  const bodyText = !hasEntity
    ? ''
    : isRaw
      ? rawBody(call.args, call.charset)
      : formBody(call.args, call.charset);
  const type = isRaw
    ? `text/plain; charset=${call.charset}`
    : `application/x-www-form-urlencoded; charset=${call.charset}`;
  return {
    method,
    url,
    headers: call.headers,
    plainHeaders: call.plainHeaders,
    cookies,
    isKeepAlive: properties.isKeepAlive,
    entity: hasEntity ? { bytes: bodyBytes(bodyText, call.charset), type } : undefined,
    bodyText,
  };
}
