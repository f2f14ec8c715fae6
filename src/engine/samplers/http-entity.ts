import { bodyBytes, formBody, rawBody } from '../http/http-arguments.ts';
import { JavaException } from '../http/http-failure.ts';
import type { HeaderLine, HttpRequest } from '../http/http-request.ts';
import type { JavaUrl } from '../http/java-url.ts';
import { hiddenFile, javaCharset, multipartBody } from '../http/multipart.ts';
import { decodeBody } from './decode-body.ts';
import type { BuiltRequest, HttpCall } from './evaluated-call.ts';
import { isMethod } from './http-method.ts';
import type { HttpProperties } from './http-properties.ts';
import { urlConnectionRequest } from './url-connection-request.ts';

const withoutEntity = new Set(['GET', 'HEAD', 'TRACE', 'OPTIONS']);

/** A request's body, and the text that the sample shows of it. */
interface Body {
  readonly text: string;
  readonly type: string;
  readonly ownType?: string | undefined;
  /** Reads the bytes if they differ from the text; called last. */
  readonly read?: () => Buffer;
  readonly headers?: readonly HeaderLine[];
}

/** `isFollowing`: the request follows a redirect, so its method may differ from the sampler's. */
export function requestOf(
  properties: HttpProperties,
  call: HttpCall,
  method: string,
  url: JavaUrl,
  cookies: string,
  isFollowing: boolean,
): BuiltRequest {
  const { fixed } = properties;
  if (fixed?.call !== call || fixed.url !== url || call.method !== method || cookies !== '' || isFollowing) {
    return buildRequest(properties, call, method, url, cookies, isFollowing);
  }
  fixed.request ??= buildRequest(properties, call, method, url, cookies, isFollowing);
  return fixed.request;
}

function buildRequest(
  properties: HttpProperties,
  call: HttpCall,
  method: string,
  url: JavaUrl,
  cookies: string,
  isFollowing: boolean,
): BuiltRequest {
  if (properties.isOfUrlConnection) {
    return urlConnectionRequest(properties, call, method, url, cookies);
  }
  if (!isMethod(method)) {
    throw new JavaException('java.lang.IllegalArgumentException', `Unexpected method: '${method}'`);
  }
  const { args, charset } = call;
  const isRaw = properties.isRawBody || (args.length > 0 && args.every(({ name }) => name === ''));
  const isFile = args.length === 0 && sendsOneFile(call);
  const hasEntity = !withoutEntity.has(method) || (method === 'GET' && (isRaw || isFile) && !isFollowing);
  const { headers, plainHeaders } = call;
  const { isKeepAlive } = properties;
  if (!hasEntity) {
    return { method, url, headers, plainHeaders, cookies, isKeepAlive, entity: undefined, bodyText: '' };
  }
  const request = { method, url, headers, plainHeaders, cookies, isKeepAlive };
  if (call.files.length > 0 || properties.isMultipart) {
    try {
      return withBody(request, bodyWithFiles(properties, call, isRaw, isFile), charset);
    } catch (problem) {
      return { ...request, entity: undefined, bodyText: '', problem };
    }
  }
  const bodyText = isRaw ? rawBody(args, charset) : formBody(args, charset);
  const kind = isRaw ? 'text/plain' : 'application/x-www-form-urlencoded';
  return {
    ...request,
    entity: { bytes: bodyBytes(bodyText, charset), type: `${kind}; charset=${javaCharset(charset)}` },
    bodyText,
  };
}

const sendsOneFile = ({ files }: HttpCall) =>
  files.length === 1 && files[0]?.path !== '' && files[0]?.parameter === '';

function bodyWithFiles(properties: HttpProperties, call: HttpCall, isRaw: boolean, isFile: boolean): Body {
  const { args, files, charset, headers } = call;
  const { fileBodies, isMultipart, isBrowserLike } = properties;
  const hasAllPaths = files.every(({ path }) => path !== '');
  if (isMultipart || (hasAllPaths && !sendsOneFile(call))) {
    const { type, shown, read } = multipartBody(args, files, charset, isBrowserLike, fileBodies);
    const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    return { text: decodeBody(shown, charset), type, read, headers: others };
  }
  const [first] = files;
  const ownType = hasType(headers) ? undefined : first?.type || undefined;
  if (isFile) {
    const path = first?.path ?? '';
    return {
      text: hiddenFile,
      type: '',
      ownType,
      read: () => fileBodies.read(path),
    };
  }
  return isRaw
    ? { text: rawBody(args, charset), type: `text/plain; charset=${javaCharset(charset)}`, ownType }
    : {
        text: formBody(args, charset),
        type: `application/x-www-form-urlencoded; charset=${javaCharset(charset)}`,
      };
}

/** Whether the first Content-Type header has a value. */
const hasType = (headers: readonly HeaderLine[]) =>
  (headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '') !== '';

function withBody(request: Omit<HttpRequest, 'entity'>, body: Body, charset: string): BuiltRequest {
  const { text, type, ownType, read } = body;
  // The file's type replaces a Content-Type header without a value.
  const at = (body.headers ?? request.headers).findIndex(([name]) => name.toLowerCase() === 'content-type');
  const isReplaced = ownType !== undefined && at >= 0;
  const headers = isReplaced
    ? request.headers.with(at, ['Content-Type', ownType])
    : (body.headers ?? request.headers);
  const own = ownType === undefined || isReplaced ? {} : { ownType };
  try {
    const bytes = read ? read() : bodyBytes(text, charset);
    return { ...request, headers, entity: { bytes, type, ...own }, bodyText: text };
  } catch (problem) {
    return { ...request, headers, entity: { bytes: Buffer.alloc(0), type, ...own }, bodyText: text, problem };
  }
}
