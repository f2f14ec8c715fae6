import type { Text } from '../core.ts';
import type { JavaUrl } from '../http/java-url.ts';
import type { HttpCall } from './http-call.ts';
import type { BuiltRequest } from './http-entity.ts';
import type { HttpProperties } from './http-properties.ts';

/** What a sampler asks for in each of its samples, because nothing in it depends on anything: made by the first. */
export class FixedCall {
  call: HttpCall | undefined;
  url: JavaUrl | undefined;
  /** Without cookies, and not where a redirect points to. */
  request: BuiltRequest | undefined;

  keep(call: HttpCall, url: JavaUrl): void {
    this.call = call;
    this.url = url;
  }
}

/** Of those that send files nothing is kept: they may have changed, and what stands between them is new each time. */
export function fixedCall(properties: Omit<HttpProperties, 'fixed'>): FixedCall | undefined {
  const { domain, port, protocol, path, method, charset, connectTimeout, responseTimeout } = properties;
  const texts: Text[] = [
    ...[domain, port, protocol, path, method, charset, connectTimeout, responseTimeout],
    ...properties.arguments.flatMap(({ name, value, separator, type }) => [name, value, separator, type]),
  ];
  const isFixed =
    texts.every(({ constant }) => constant !== undefined) &&
    properties.headers.areConstant &&
    properties.via === undefined &&
    properties.files.length === 0 &&
    !properties.isMultipart;
  return isFixed ? new FixedCall() : undefined;
}
