import type { User } from '../core.ts';
import { type EvaluatedArgument, evaluateArguments, queryString } from '../http/http-arguments.ts';
import { type EvaluatedFile, evaluateFiles } from '../http/http-files.ts';
import type { HeaderLine } from '../http/http-request.ts';
import { type JavaUrl, makeUrl, parseUrl } from '../http/java-url.ts';
import { javaTrim } from '../text/java-text.ts';
import { toInt } from '../text/numbers.ts';
import type { HttpProperties } from './http-properties.ts';

/** What one sample asks for, evaluated once. */
export interface HttpCall {
  readonly method: string;
  readonly headers: readonly HeaderLine[];
  readonly plainHeaders: string | undefined;
  /** Nothing in the headers has to be replaced before they go out. */
  readonly isSafe: boolean;
  readonly args: readonly EvaluatedArgument[];
  readonly files: readonly EvaluatedFile[];
  readonly charset: string;
  readonly connectTimeoutMs: number;
  readonly responseTimeoutMs: number;
}

export function evaluateCall(
  properties: HttpProperties,
  user: User,
  mayBePlain: boolean,
): { call: HttpCall; url: JavaUrl } {
  const { headers } = properties;
  const path = properties.path.evaluate(user);
  const method = properties.method.evaluate(user);
  const args =
    properties.arguments.length === 0 ? noArguments : evaluateArguments(properties.arguments, user);
  const charset = properties.charset.evaluate(user) || 'UTF-8';
  const url = urlOf(properties, user, path, method, args, charset);
  const plainHeaders = mayBePlain && headers.isPlain ? headers.render(user) : undefined;
  return {
    url,
    call: {
      method,
      args,
      files: properties.files.length === 0 ? noFiles : evaluateFiles(properties.files, user),
      charset,
      headers: plainHeaders === undefined ? headers.evaluate(user) : headers.names,
      plainHeaders,
      isSafe: plainHeaders !== undefined && headers.isSafe,
      connectTimeoutMs: toInt(properties.connectTimeout.evaluate(user)),
      responseTimeoutMs: toInt(properties.responseTimeout.evaluate(user)),
    },
  };
}

const noFiles: readonly EvaluatedFile[] = [];
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
  return known.add(key, serverUrl(protocol, domain, toInt(javaTrim(port)), file));
}

/** With the lengths before them, no two lists make the same text. */
const keyOf = (parts: readonly string[]) =>
  `\n${parts.map(({ length }) => length).join()}\n${parts.join('')}`;

function serverUrl(protocol: string, domain: string, port: number, file: string): JavaUrl {
  const isDefault = port === 0 || port === (protocol.toLowerCase() === 'https' ? 443 : 80);
  return makeUrl(protocol, domain, isDefault ? -1 : port, file);
}
