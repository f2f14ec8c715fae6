import type { RequestPlan } from '../contract/resources/plan-conversion.ts';

/** Headers written by the HTTP client itself, of HTTP/2, or of the recording browser's cache. */
const notSent =
  /^(?::.*|host|connection|content-length|transfer-encoding|keep-alive|proxy-connection|te|trailer|upgrade|http2-settings|expect|priority|if-none-match|if-modified-since|sec-ch-.*|sec-fetch-.*|upgrade-insecure-requests|dnt|postman-token)$/i;

/** Encodings that both engines decode. */
const decodable = /^\s*(?:gzip|deflate|identity|\*)\s*(?:;|$)/i;

/** Removes headers that a plan must not send, and those that the sampler writes for forms. */
export function cleanHeaders({ requests }: RequestPlan): void {
  for (const request of requests) {
    const isForm = request.body !== null && request.body.kind !== 'text';
    request.headers = request.headers
      .filter(({ name }) => name !== '' && !notSent.test(name) && !(isForm && /^content-type$/i.test(name)))
      .map(({ name, value }) => ({ name, value: value.replace(/[\r\n]+\s*/g, ' ') }))
      .map((header) =>
        /^accept-encoding$/i.test(header.name)
          ? {
              ...header,
              value: header.value
                .split(',')
                .filter((each) => decodable.test(each))
                .join(',')
                .trim(),
            }
          : header,
      )
      .filter(({ name, value }) => value !== '' || !/^accept-encoding$/i.test(name));
  }
}
