import type { LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Wheel } from '../users/wheel.ts';
import { javaSecureContext } from './java-tls.ts';
import { Names } from './names.ts';

/** What all connections of a worker share. */
export interface HttpWorld {
  readonly wheel: Wheel;
  readonly readBuffer: Buffer;
  readonly secureContext: SecureContext;
  readonly lookup: LookupFunction;
  /** What a name was last looked up to. */
  addressesOf(host: string): string[];
  nowMs(): number;
}

const readBufferBytes = 64 * 1024;

export function createHttpWorld(wheel: Wheel, nowMs: () => number): HttpWorld {
  const names = new Names(nowMs);
  return {
    wheel,
    nowMs,
    readBuffer: Buffer.allocUnsafeSlow(readBufferBytes),
    secureContext: javaSecureContext(),
    lookup: names.lookup,
    addressesOf: (host) => names.addressesOf(host),
  };
}
