import type { Wheel } from '../time/wheel.ts';
import type { HostNames } from './host-names.ts';
import { whereAvailable } from './io-uring.ts';
import { Names } from './names.ts';
import { type PinnedBuffer, pinnedBuffer } from './pinned-buffer.ts';
import { RequestSender } from './request-sender.ts';
import { ResponseBatcher } from './response-batcher.ts';
import { ResponseReader } from './response-reader.ts';
import { TlsProvider } from './tls/tls-provider.ts';

/** State shared by all connections of a worker. */
export interface HttpEnvironment {
  readonly wheel: Wheel;
  readonly readBuffer: PinnedBuffer;
  readonly tls: TlsProvider;
  readonly names: HostNames;
  nowMs(): number;
  readonly batcher: ResponseBatcher;
}

const readBufferBytes = 64 * 1024;

export function createHttpEnvironment(
  wheel: Wheel,
  nowMs: () => number,
  tls = new TlsProvider(),
): HttpEnvironment {
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
    readBuffer: pinnedBuffer(readBufferBytes),
    tls,
    names: new Names(nowMs),
  };
}
