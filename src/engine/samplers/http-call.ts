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
import { javaTrim } from '../text/java-text.ts';
import { toInt } from '../text/numbers.ts';
import type { HttpProperties } from './http-properties.ts';

/** What one sample asks for, evaluated once. */
export interface HttpCall {
  readonly method: string;
  readonly headers: readonly HeaderLine[];
  readonly args: readonly EvaluatedArgument[];
  readonly charset: string;
  readonly connectTimeoutMs: number;
  readonly responseTimeoutMs: number;
}

export function evaluateCall(properties: HttpProperties, user: User): { call: HttpCall; url: JavaUrl } {
  const path = properties.path.evaluate(user).replaceAll(' ', '%20');
  const method = properties.method.evaluate(user);
  const args = evaluateArguments(properties.arguments, user);
  const charset = properties.charset.evaluate(user) || 'UTF-8';
  const url = urlOf(properties, user, path, method, args, charset);
  return {
    url,
    call: {
      method,
      args,
      charset,
      headers: properties.headers.evaluate(user),
      connectTimeoutMs: toInt(properties.connectTimeout.evaluate(user)),
      responseTimeoutMs: toInt(properties.responseTimeout.evaluate(user)),
    },
  };
}

const inQuery = new Set(['GET', 'DELETE', 'OPTIONS']);

function urlOf(
  properties: HttpProperties,
  user: User,
  path: string,
  method: string,
  args: readonly EvaluatedArgument[],
  charset: string,
): JavaUrl {
  if (path.startsWith('http://') || path.startsWith('https://')) {
    return parseUrl(path);
  }
  const domain = properties.domain.evaluate(user);
  const protocol = properties.protocol.evaluate(user) || 'http';
  const query = inQuery.has(method) ? queryString(args, charset) : '';
  const file = `${path.startsWith('/') ? '' : '/'}${path}${query === '' ? '' : path.includes('?') ? '&' : '?'}${query}`;
  const port = toInt(javaTrim(properties.port.evaluate(user)));
  const isDefault = port === 0 || port === (protocol.toLowerCase() === 'https' ? 443 : 80);
  return makeUrl(protocol, domain, isDefault ? -1 : port, file);
}

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
  if (!/^[\da-z]+(?:[-_]?[\da-z]+)*$/i.test(method)) {
    throw new JavaException('java.lang.IllegalArgumentException', `Unexpected method: '${method}'`);
  }
  const isRaw = properties.isRawBody || (call.args.length > 0 && call.args.every(({ name }) => name === ''));
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
    cookies,
    isKeepAlive: properties.isKeepAlive,
    entity: hasEntity ? { bytes: bodyBytes(bodyText, call.charset), type } : undefined,
    bodyText,
  };
}
