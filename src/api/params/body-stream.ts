import type { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import { takeTurn } from './body-turns.ts';

/** Minimum rate of a body: `bytes` per window. Slower clients would block a connection. */
export interface BodyPace {
  windowMs: number;
  bytes: number;
}

const defaultPace: BodyPace = { windowMs: 60_000, bytes: 32 * 1024 };

/**
 * Calls `onStalled` when a body is slower than the minimum rate. Time in which the service itself does not read is not
 * counted. Returns a function that stops the check.
 */
export function watchBody(
  source: Readable,
  onStalled: (error: AppError) => void,
  pace: BodyPace = defaultPace,
): () => void {
  let receivedBytes = 0;
  const look = () => {
    const isOurFault = source.isPaused() && source.readableLength > 0;
    if (receivedBytes < pace.bytes && !isOurFault) onStalled(tooSlow(pace));
    receivedBytes = 0;
  };
  const timer = setInterval(look, pace.windowMs);
  const count = (chunk: Buffer) => {
    receivedBytes += chunk.length;
    takeTurn(source, chunk.length);
  };
  source.on('data', count);
  return () => {
    clearInterval(timer);
    source.off('data', count);
  };
}

function tooSlow({ windowMs, bytes }: BodyPace): AppError {
  return new AppError(
    'too_slow',
    `The body of the request is too slow: fewer than ${bytes} bytes in ${windowMs / 1000} s. Retry over a faster connection.`,
  );
}

export function clientGone(): AppError {
  return new AppError('malformed', 'The client disconnected before the body was complete.');
}

/** Reads a whole body into memory. */
export async function readWhole(
  source: Readable,
  maxBytes: number,
  tooLarge: () => AppError,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onData = (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes <= maxBytes) {
      chunks.push(chunk);
      return;
    }
    chunks.length = 0;
    reject(tooLarge());
  };
  const onGone = () => reject(clientGone());
  source.on('data', onData).once('end', resolve).once('error', onGone).once('close', onGone);
  const endWatch = watchBody(source, reject);
  try {
    await promise;
    return Buffer.concat(chunks);
  } finally {
    endWatch();
    source.off('data', onData).off('end', resolve).off('error', onGone).off('close', onGone);
    source.resume();
  }
}
