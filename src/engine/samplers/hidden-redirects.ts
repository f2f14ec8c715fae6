import { urlDecode, urlEncode } from '../http/form-encoding.ts';
import { JavaException } from '../http/http-failure.ts';
import type { HttpEntity, HttpRequest } from '../http/http-request.ts';
import { HttpResult } from '../http/http-result.ts';
import { checkUri } from '../http/java-uri.ts';
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
    requireUri(url);
    if (this.#seen.includes(textOf(url)) || this.#seen.length >= maxRedirects) {
      failRedirect();
    }
    this.#seen.push(textOf(url));
    const isSame = ['GET', 'HEAD'].includes(request.method) || ['307', '308'].includes(code);
    // HttpClient makes a new GET request, without the body of the previous one.
    const entity = isSame && request.method !== 'GET' ? request.entity : undefined;
    if (entity?.type.startsWith('application/x-www-form-urlencoded')) {
      return withForm({ ...request, url }, entity);
    }
    return { ...request, url, method: isSame ? request.method : 'GET', entity };
  }
}

/** A circular, endless or invalid redirect. JMeter's message does not name the cause. */
function failRedirect(): never {
  throw new JavaException('org.apache.http.client.ClientProtocolException', 'null');
}

function requireUri(url: JavaUrl): void {
  try {
    checkUri(url);
  } catch {
    failRedirect();
  }
}

/**
 * HttpClient rebuilds a form: it drops an empty one, and moves it into the query unless the method is POST or PUT. A
 * redirected PUT has no body, so it never gets here.
 */
function withForm(request: HttpRequest, entity: HttpEntity): HttpRequest {
  if (entity.bytes.length === 0) {
    return { ...request, entity: undefined };
  }
  if (request.method === 'POST') {
    return { ...request, entity };
  }
  const { url } = request;
  const query = [...formPairs(url.query ?? ''), entity.bytes.toString('latin1')].join('&');
  return { ...request, url: { ...url, query }, entity: undefined };
}

/** The parameters of a query, encoded as by HttpClient. */
const formPairs = (query: string): string[] =>
  query
    .split(/[&;]/)
    .filter((pair) => /^[^=]/.test(pair))
    .map((pair) =>
      pair
        .split(/=(.*)/s, 2)
        .map((part) => urlEncode(urlDecode(part, 'UTF-8'), 'UTF-8'))
        .join('='),
    );

/** Redirect location of a response, if HttpClient follows it. */
export function hiddenLocation({ code, responseHead }: HttpResult, method: string): string | undefined {
  const isMeant =
    code === '303' ||
    (['301', '302', '307', '308'].includes(code) && ['GET', 'POST', 'HEAD', 'DELETE'].includes(method));
  return isMeant ? headerValue(responseHead, 'location') : undefined;
}

/**
 * Whether authentication starts again after a redirect: for another authority or protocol, or a URL without a port.
 */
export const isElsewhere = (from: JavaUrl, to: JavaUrl): boolean =>
  urlAuthority(to) !== urlAuthority(from) || to.protocol !== from.protocol || to.port < 0;

/** A copy without the response, for the next request: the sample does not show the redirects on the way. */
export function unanswered(result: HttpResult): HttpResult {
  const fresh = new HttpResult();
  const { label, method, location, cookies, queryString, startMs, requestHead, connectMs } = result;
  if (location) {
    fresh.setLocation(location);
  }
  return Object.assign(fresh, { label, method, cookies, queryString, startMs, requestHead, connectMs });
}

/** With automatic redirects, JMeter takes path and query of the sample's URL from the request line. */
export function locationInLine({ url, wireTarget }: HttpRequest): JavaUrl {
  const line = wireTarget === undefined ? targetOf(url) : wireTarget.replace(/^http:\/\/[^/]*/, '');
  const at = line.indexOf('?');
  return at < 0
    ? { ...url, path: line, query: undefined, ref: undefined }
    : { ...url, path: line.slice(0, at), query: line.slice(at + 1), ref: undefined };
}
