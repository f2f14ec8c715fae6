import type { User } from '../core.ts';
import { type EvaluatedArgument, evaluateArguments, queryString } from '../http/http-arguments.ts';
import { type EvaluatedFile, evaluateFiles } from '../http/http-files.ts';
import type { HeaderLine } from '../http/http-request.ts';
import { type JavaUrl, makeUrl, parseUrl } from '../http/java-url.ts';
import { toLong } from '../text/numbers.ts';
import type { HttpProperties } from './http-properties.ts';

/** What one sample asks for, evaluated once. */
export interface HttpCall {
  readonly method: string;
  readonly headers: readonly HeaderLine[];
  readonly args: readonly EvaluatedArgument[];
  readonly files: readonly EvaluatedFile[];
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
      files: properties.files.length === 0 ? noFiles : evaluateFiles(properties.files, user),
      charset,
      headers: properties.headers.evaluate(user),
      connectTimeoutMs: toLong(properties.connectTimeout.evaluate(user)),
      responseTimeoutMs: toLong(properties.responseTimeout.evaluate(user)),
    },
  };
}

const noFiles: readonly EvaluatedFile[] = [];
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
  const port = toLong(properties.port.evaluate(user));
  const isDefault = port === 0 || port === (protocol.toLowerCase() === 'https' ? 443 : 80);
  return makeUrl(protocol, domain, isDefault ? -1 : port, file);
}
