import { bodyBytes, queryString, rawBody } from '../http/http-arguments.ts';
import { JavaException } from '../http/http-failure.ts';
import type { JavaUrl } from '../http/java-url.ts';
import { hiddenFile } from '../http/multipart.ts';
import { NotProven } from '../http/url-connection/not-proven.ts';
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
  const { headers } = call;
  const { isKeepAlive } = properties;
  const request = { method, url, headers, cookies, isKeepAlive, isOfUrlConnection: true };
  const body = bodyOf(properties, call, method);
  return body
    ? { ...request, entity: { bytes: body.bytes, type: body.type }, bodyText: body.shown }
    : { ...request, entity: undefined, bodyText: '' };
}

interface Body {
  readonly bytes: Buffer;
  readonly shown: string;
  /** Content-Type of the body; empty if the plan or Java sets it. */
  readonly type: string;
}

function bodyOf(properties: HttpProperties, call: HttpCall, method: string): Body | undefined {
  const { args, files, charset } = call;
  const isPost = method === 'POST';
  if (!isPost && method !== 'PUT') {
    return undefined;
  }
  const isFile = files.length === 1 && files[0]?.path !== '' && files[0]?.parameter === '';
  const hasParts = files.length > 0 && files.every(({ path }) => path !== '') && !isFile;
  if (properties.isMultipart || hasParts) {
    if (!isPost) {
      throw new NotProven(`A multipart form is sent by ${method}`);
    }
    const { fileBodies, isBrowserLike } = properties;
    const { bytes, shown } = readFiles(() =>
      urlConnectionMultipart(args, files, charset, isBrowserLike, fileBodies),
    );
    return { bytes, shown: decodeBody(shown, charset), type: multipartType };
  }
  const type = hasType(call) ? '' : (files[0]?.type ?? '');
  if (isFile && args.length === 0) {
    const bytes = readFiles(() => properties.fileBodies.read(files[0]?.path ?? ''));
    return { bytes, shown: hiddenFile, type };
  }
  if (properties.isRawBody || (args.length > 0 && args.every(({ name }) => name === ''))) {
    const bytes = bodyBytes(rawBody(args, charset), charset);
    return { bytes, shown: decodeBody(bytes, charset), type: isPost || files.length === 1 ? type : '' };
  }
  const bytes = bodyBytes(queryString(args, charset), charset);
  return isPost ? { bytes, shown: decodeBody(bytes, charset), type: '' } : undefined;
}

/** Not supported if a file is missing: JMeter connects before it reads files. */
function readFiles<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new NotProven(`A file cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Whether the last Content-Type header has a value. */
const hasType = ({ headers }: HttpCall) =>
  (headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '') !== '';
