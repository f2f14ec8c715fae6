import type { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';

const idleMs = 60_000;

/**
 * Calls `onStalled` when nothing has arrived for a while, so that a client that went silent holds nothing. Returns
 * the function that ends the watch.
 */
export function watchForStall(source: Readable, onStalled: (error: AppError) => void): () => void {
  const stalled = () => {
    onStalled(new AppError('malformed', 'The body of the request stopped arriving. Send it again.'));
  };
  const timer = setTimeout(stalled, idleMs);
  const refresh = () => timer.refresh();
  source.on('data', refresh);
  return () => {
    clearTimeout(timer);
    source.off('data', refresh);
  };
}

export function clientGone(): AppError {
  return new AppError('malformed', 'The client went away before the body was complete.');
}

/** Reads a whole body that must fit into memory. */
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
    if (sizeBytes > maxBytes) reject(tooLarge());
    else chunks.push(chunk);
  };
  const onGone = () => reject(clientGone());
  source.on('data', onData).once('end', resolve).once('error', onGone).once('close', onGone);
  const endWatch = watchForStall(source, reject);
  try {
    await promise;
    return Buffer.concat(chunks);
  } finally {
    endWatch();
    source.off('data', onData).off('end', resolve).off('error', onGone).off('close', onGone);
    source.resume();
  }
}
