import { constants } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import {
  createSecureContext,
  DEFAULT_CIPHERS,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls';
import type { Wheel } from '../users/wheel.ts';
import { AnswerStages } from './answer-stages.ts';
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
  readonly stages: AnswerStages;
}

/** What Java 17 does by default: it takes many a server that OpenSSL would refuse. */
const javaTls: SecureContextOptions = {
  // As Java offers them, the first at once; the hybrid that OpenSSL would begin with costs each connection more.
  ecdhCurve: 'X25519:P-256:P-384:P-521',
  // Short keys and SHA-1 are fine.
  ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=0`,
  minVersion: 'TLSv1.2',
  // And so are servers from before 2010, which know nothing of safe renegotiation.
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
};

const readBufferBytes = 64 * 1024;

export function createHttpWorld(wheel: Wheel, nowMs: () => number): HttpWorld {
  const names = new Names(nowMs);
  return {
    wheel,
    nowMs,
    stages: new AnswerStages(nowMs),
    readBuffer: Buffer.allocUnsafeSlow(readBufferBytes),
    secureContext: createSecureContext(javaTls),
    lookup: names.lookup,
    addressesOf: (host) => names.addressesOf(host),
  };
}
