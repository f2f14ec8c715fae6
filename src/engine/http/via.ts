import { proxyTarget } from './java-uri.ts';
import type { JavaUrl } from './java-url.ts';
import { urlAuthority } from './java-url.ts';

export interface HttpProxy {
  readonly host: string;
  readonly port: number;
  /** Empty: no proxy authentication. */
  readonly userName: string;
  readonly password: string;
  /** False when sampler and defaults have only empty proxy schemes: JMeter cannot connect then. True without any. */
  readonly hasScheme: boolean;
}

/** Proxy or source address of requests. */
export interface Via {
  readonly proxy: HttpProxy | undefined;
  readonly localAddress: string | undefined;
  /** Text that is equal for equal settings. */
  readonly key: string;
}

export function makeVia(proxy: HttpProxy | undefined, localAddress: string | undefined): Via {
  return { proxy, localAddress, key: JSON.stringify([proxy, localAddress]) };
}

/** Request target for a proxy without a tunnel. */
export function absoluteTarget(url: JavaUrl): string {
  return `${url.protocol}://${urlAuthority(url).toLowerCase()}${proxyTarget(url)}`;
}
