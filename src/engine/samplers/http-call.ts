import { isBodyCharset } from '../../languages/java/body-charset.ts';
import { javaTrim } from '../../languages/java/java-text.ts';
import { toInt } from '../../languages/java/numbers.ts';
import type { Text, User } from '../core.ts';
import {
  type EvaluatedArgument,
  evaluateArguments,
  type HttpArgument,
  queryString,
} from '../http/http-arguments.ts';
import { type EvaluatedFile, evaluateFiles } from '../http/http-files.ts';
import { type JavaUrl, makeUrl, parseUrl } from '../http/java-url.ts';
import { checkUrl } from '../http/known-url.ts';
import { stopForUnsupported } from '../languages/stop-for-unsupported.ts';
import type { HttpCall } from './evaluated-call.ts';
import { isMethod } from './http-method.ts';
import type { HttpProperties } from './http-properties.ts';

export function evaluateCall(
  properties: HttpProperties,
  user: User,
  mayBePlain: boolean,
  name: Text,
): { call: HttpCall; url: JavaUrl; label: string } {
  const { headers, fixed } = properties;
  if (fixed?.call !== undefined && fixed.url !== undefined) {
    return { call: fixed.call, url: fixed.url, label: name.evaluate(user) };
  }
  const path = properties.path.evaluate(user);
  const method = properties.method.evaluate(user);
  const args = addressArguments(properties, user, method);
  const charset = charsetOf(properties, user);
  const url = urlOf(properties, user, path, method, args, charset);
  const label = name.evaluate(user);
  if (properties.hasCalls && !properties.isOfUrlConnection && !isRequest(method, url)) {
    return { url, label, call: { ...unsent, method, charset } };
  }
  const plainHeaders = mayBePlain && headers.isPlain ? headers.render(user) : undefined;
  const lines = plainHeaders === undefined ? headers.evaluate(user) : headers.names;
  const call: HttpCall = {
    method,
    args: properties.hasCalls ? bodyArguments(properties, user, method, args) : args,
    files: properties.files.length === 0 ? noFiles : evaluateFiles(properties.files, user),
    charset,
    headers: lines,
    plainHeaders,
    isSafe: plainHeaders !== undefined && headers.isSafe,
    connectTimeoutMs: toInt(properties.connectTimeout.evaluate(user)),
    responseTimeoutMs: toInt(properties.responseTimeout.evaluate(user)),
    via: undefined,
  };
  fixed?.keep(call, url);
  return { url, label, call };
}

/** The URL, evaluated as for a sample. Throws MalformedUrl. */
export function evaluateUrl(properties: HttpProperties, user: User): JavaUrl {
  const path = properties.path.evaluate(user);
  const method = properties.method.evaluate(user);
  const args = addressArguments(properties, user, method);
  return urlOf(properties, user, path, method, args, charsetOf(properties, user));
}

/** Whether HttpClient can make a request of it. If not, JMeter evaluates only URL and name, and the sample fails. */
function isRequest(method: string, url: JavaUrl): boolean {
  try {
    checkUrl(url);
    return isMethod(method);
  } catch {
    return false;
  }
}

/** Stops the test if variables form an unsupported charset. */
function charsetOf({ charset }: HttpProperties, user: User): string {
  const name = charset.evaluate(user);
  if (!isBodyCharset(name)) {
    stopForUnsupported(user, `The content encoding ${name} is not one of UTF-8, ISO-8859-1 and US-ASCII`);
  }
  return name || 'UTF-8';
}

/** Evaluates the headers again for a redirect, as JMeter does. Without function calls they are the same. */
export function headersAgain(properties: HttpProperties, user: User, call: HttpCall): HttpCall {
  if (!properties.hasCalls) {
    return call;
  }
  const { headers } = properties;
  return call.plainHeaders === undefined
    ? { ...call, headers: headers.evaluate(user) }
    : { ...call, plainHeaders: headers.render(user), isSafe: headers.isSafe };
}

/** Cookies without a cookie manager: all `Cookie` headers of the plan, the first one without its name. */
export function ownCookies({ headers, plainHeaders }: HttpCall): string {
  if (plainHeaders !== undefined) {
    return '';
  }
  return headers
    .filter(([name]) => /^cookie$/i.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
    .trim()
    .slice('Cookie:'.length)
    .trim();
}

/** Arguments for the URL. If the sampler calls functions, only the arguments in the URL are evaluated. */
function addressArguments(
  properties: HttpProperties,
  user: User,
  method: string,
): readonly EvaluatedArgument[] {
  const all = properties.arguments;
  if (all.length === 0) {
    return noArguments;
  }
  return properties.hasCalls
    ? all.map((each) => evaluateIf(each, user, inQuery.has(method)))
    : evaluateArguments(all, user);
}

/** Arguments for the body, evaluated after the headers; a second time if the URL has them too. */
function bodyArguments(
  properties: HttpProperties,
  user: User,
  method: string,
  args: readonly EvaluatedArgument[],
): readonly EvaluatedArgument[] {
  const isInBody = properties.isOfUrlConnection
    ? method === 'POST' || method === 'PUT'
    : method === 'GET'
      ? properties.isRawBody || args.every(({ name }) => name === '')
      : !['HEAD', 'TRACE', 'OPTIONS'].includes(method);
  return isInBody && args.length > 0 ? evaluateArguments(properties.arguments, user) : args;
}

/** JMeter does not evaluate the value of an argument without a name. `isAskedFor`: the URL has the arguments. */
function evaluateIf(each: HttpArgument, user: User, isAskedFor: boolean): EvaluatedArgument {
  const name = isAskedFor ? each.name.evaluate(user) : 'unread';
  const [value, separator] =
    isAskedFor && name !== '' ? [each.value.evaluate(user), each.separator.evaluate(user)] : ['', ''];
  return { name, value, separator, isEncoded: each.isEncoded, type: '' };
}

const unsent: Omit<HttpCall, 'method' | 'charset'> = {
  ...{ args: [], files: [], headers: [], plainHeaders: undefined, isSafe: false },
  ...{ connectTimeoutMs: 0, responseTimeoutMs: 0, via: undefined },
};
const noFiles: readonly EvaluatedFile[] = [];
const noArguments: readonly EvaluatedArgument[] = [];
/** Supported by Java, some by other clients of JMeter, but not by this engine. */
const otherProtocols = /^(?:file|ftp|jar)$/i;
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
  if (otherProtocols.test(protocol)) {
    user.runner.refuse(`The plan has come to the protocol ${protocol}`);
  }
  const path = rawPath.replaceAll(' ', '%20');
  const file = `${path.startsWith('/') ? '' : '/'}${path}${query === '' ? '' : path.includes('?') ? '&' : '?'}${query}`;
  return known.add(key, serverUrl(protocol, domain, toInt(javaTrim(port)), file));
}

/** Unambiguous, because it contains the lengths. */
const keyOf = (parts: readonly string[]) =>
  `\n${parts.map(({ length }) => length).join()}\n${parts.join('')}`;

function serverUrl(protocol: string, domain: string, port: number, file: string): JavaUrl {
  const isDefault = port === 0 || port === (protocol.toLowerCase() === 'https' ? 443 : 80);
  return makeUrl(protocol, domain, isDefault ? -1 : port, file);
}
