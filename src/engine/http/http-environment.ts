import type { SecureContext } from 'node:tls';
import { javaSecureContext } from '../keys/java-tls.ts';
import type { Wheel } from '../time/wheel.ts';
import type { HostNames } from './host-names.ts';
import { whereAvailable } from './io-uring.ts';
import { Names } from './names.ts';
import { RequestSender } from './request-sender.ts';
import { ResponseBatcher } from './response-batcher.ts';
import { ResponseReader } from './response-reader.ts';

/** State shared by all connections of a worker. */
export interface HttpEnvironment {
  readonly wheel: Wheel;
  readonly readBuffer: Buffer;
  readonly secureContext: SecureContext;
  readonly names: HostNames;
  nowMs(): number;
  readonly batcher: ResponseBatcher;
}

const readBufferBytes = 64 * 1024;

export function createHttpEnvironment(wheel: Wheel, nowMs: () => number): HttpEnvironment {
  const batcher = new ResponseBatcher(
    nowMs,
    whereAvailable(() => new RequestSender()),
    whereAvailable(() => new ResponseReader()),
  );
  wheel.batch = batcher;
  return {
    wheel,
    nowMs,
    batcher,
    readBuffer: Buffer.allocUnsafeSlow(readBufferBytes),
    secureContext: javaSecureContext(),
    names: new Names(nowMs),
  };
}
