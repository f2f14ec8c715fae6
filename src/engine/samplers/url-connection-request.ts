import { bodyBytes, queryString, rawBody } from '../http/http-arguments.ts';
import { JavaException } from '../http/http-failure.ts';
import type { JavaUrl } from '../http/java-url.ts';
import { multipartType, urlConnectionMultipart } from '../http/url-connection/url-connection-multipart.ts';
import { decodeBody } from './decode-body.ts';
import type { BuiltRequest, HttpCall } from './evaluated-call.ts';
import type { HttpProperties } from './http-properties.ts';

const methods = new Set(['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE']);

/** The request of the implementation Java: only POST and PUT have a body. */
export function urlConnectionRequest(
  properties: HttpProperties,
  call: HttpCall,
  method: string,
  url: JavaUrl,
  cookies: string,
): BuiltRequest {
  if (!methods.has(method)) {
    throw new JavaException('java.net.ProtocolException', `Invalid HTTP method: ${method}`);
  }
  const { headers, charset } = call;
  const { isKeepAlive } = properties;
  const request = { method, url, headers, cookies, isKeepAlive, isOfUrlConnection: true };
  const body = bodyOf(properties, call, method);
  if (!body) {
    return { ...request, entity: undefined, bodyText: '' };
  }
  const bytes = bodyBytes(body.text, charset);
  return { ...request, entity: { bytes, type: body.type }, bodyText: decodeBody(bytes, charset) };
}

/** `type`: of a multipart form; the plan or Java names the others. */
function bodyOf(
  { isRawBody, isMultipart, isBrowserLike }: HttpProperties,
  { args, charset }: HttpCall,
  method: string,
): { text: string; type: string } | undefined {
  if (method === 'POST' && isMultipart) {
    return { text: urlConnectionMultipart(args, charset, isBrowserLike), type: multipartType };
  }
  const isRaw = isRawBody || (args.length > 0 && args.every(({ name }) => name === ''));
  if (isRaw && (method === 'POST' || method === 'PUT')) {
    return { text: rawBody(args, charset), type: '' };
  }
  return method === 'POST' ? { text: queryString(args, charset), type: '' } : undefined;
}
