import { proxyTarget } from './java-uri.ts';
import type { JavaUrl } from './java-url.ts';
import { urlAuthority } from './java-url.ts';

export interface HttpProxy {
  readonly host: string;
  readonly port: number;
  /** Empty for those who need not say who they are. */
  readonly userName: string;
  readonly password: string;
  /** False when none is written, be it as nothing: JMeter cannot connect then. */
  readonly hasScheme: boolean;
}

/** How requests leave the machine when not just so. */
export interface Via {
  readonly proxy: HttpProxy | undefined;
  readonly localAddress: string | undefined;
  /** The same for the same way out. */
  readonly key: string;
}

export function makeVia(proxy: HttpProxy | undefined, localAddress: string | undefined): Via {
  return { proxy, localAddress, key: JSON.stringify([proxy, localAddress]) };
}

/** What a proxy is asked for, which is not to be a tunnel. */
export function absoluteTarget(url: JavaUrl): string {
  return `${url.protocol}://${urlAuthority(url).toLowerCase()}${proxyTarget(url)}`;
}
