import { JavaException } from '../http/http-failure.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { HttpResult } from '../http/http-result.ts';
import { type JavaUrl, parseUrl, urlAuthority } from '../http/java-url.ts';
import { targetOf, textOf } from '../http/known-url.ts';
import { headerValue } from '../http/response-facts.ts';
import { maxRedirects } from './followed-redirects.ts';

/** "Redirect automatically": HttpClient follows redirects, and the sample shows the final response. */
export class HiddenRedirects {
  readonly #seen: string[] = [];

  /** Returns the next request; throws after too many redirects. */
  next(request: HttpRequest, code: string, location: string): HttpRequest {
    const url = parseUrl(location, request.url);
    if (this.#seen.includes(textOf(url)) || this.#seen.length >= maxRedirects) {
      // A circular or endless redirect, which the message does not mention.
      throw new JavaException('org.apache.http.client.ClientProtocolException', 'null');
    }
    this.#seen.push(textOf(url));
    const isSame = ['GET', 'HEAD'].includes(request.method) || ['307', '308'].includes(code);
    return {
      ...request,
      url,
      method: isSame ? request.method : 'GET',
      // HttpClient makes a new request of GET, without what it may have carried.
      entity: isSame && request.method !== 'GET' ? request.entity : undefined,
    };
  }
}

/** Redirect location of a response, if HttpClient follows it. */
export function hiddenLocation({ code, responseHead }: HttpResult, method: string): string | undefined {
  const isMeant =
    code === '303' ||
    (['301', '302', '307', '308'].includes(code) && ['GET', 'POST', 'HEAD', 'DELETE'].includes(method));
  return isMeant ? headerValue(responseHead, 'location') : undefined;
}

/** Whether who asks has to say anew who it is. */
export const isElsewhere = (from: JavaUrl, to: JavaUrl): boolean =>
  urlAuthority(to) !== urlAuthority(from) || to.protocol !== from.protocol || to.port < 0;

/** The same request's result, before there was an answer to it: what came on the way does not show. */
export function unanswered(result: HttpResult): HttpResult {
  const fresh = new HttpResult();
  const { label, method, location, cookies, queryString, startMs, requestHead, connectMs } = result;
  if (location) {
    fresh.setLocation(location);
  }
  return Object.assign(fresh, { label, method, cookies, queryString, startMs, requestHead, connectMs });
}

/** JMeter takes the address from the request line then. */
export function locationInLine({ url, wireTarget }: HttpRequest): JavaUrl {
  const line = wireTarget === undefined ? targetOf(url) : wireTarget.replace(/^http:\/\/[^/]*/, '');
  const at = line.indexOf('?');
  return at < 0
    ? { ...url, path: line, query: undefined, ref: undefined }
    : { ...url, path: line.slice(0, at), query: line.slice(at + 1), ref: undefined };
}
