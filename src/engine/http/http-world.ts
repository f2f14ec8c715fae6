import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Wheel } from '../users/wheel.ts';

/** What all connections of a worker share. */
export interface HttpWorld {
  readonly wheel: Wheel;
  readonly readBuffer: Buffer;
  readonly secureContext: SecureContext;
  readonly tlsSessions: Map<string, Buffer>;
  readonly lookup: LookupFunction;
  nowMs(): number;
}

const readBufferBytes = 64 * 1024;

export function createHttpWorld(wheel: Wheel, nowMs: () => number): HttpWorld {
  return {
    wheel,
    nowMs,
    readBuffer: Buffer.allocUnsafeSlow(readBufferBytes),
    secureContext: createSecureContext(),
    tlsSessions: new Map(),
    lookup: rememberingLookup(),
  };
}

/** Names are looked up once, as Java does for as long as a test runs. */
function rememberingLookup(): LookupFunction {
  const known = new Map<string, { address: string; family: number }[]>();
  return (hostname, options, callback) => {
    const answer = (addresses: { address: string; family: number }[]) => {
      const [first] = addresses;
      if (options.all) {
        callback(null, addresses);
      } else {
        callback(null, first?.address ?? '', first?.family ?? 4);
      }
    };
    const found = known.get(hostname);
    if (found) {
      answer(found);
      return;
    }
    systemLookup(hostname, { all: true, order: 'ipv4first' }, (error, addresses) => {
      if (error) {
        callback(error, '', 4);
        return;
      }
      known.set(hostname, addresses);
      answer(addresses);
    });
  };
}
