import type { Readable } from 'node:stream';

/** Bytes of all bodies per event loop turn: a few milliseconds of decryption, parsing and hashing. */
const turnBytes = 256 * 1024;
/** Bytes that a resumed body delivers before it can be paused again. */
const pieceBytes = 64 * 1024;

let spentBytes = 0;
let isScheduled = false;
const waiting: Readable[] = [];

/**
 * Counts received bytes and pauses the body until the next event loop turn when the limit of all bodies is reached.
 * Otherwise full sockets are read until they are empty while other requests wait.
 */
export function takeTurn(source: Readable, bytes: number): void {
  spentBytes += bytes;
  schedule();
  if (spentBytes < turnBytes || source.isPaused()) return;
  source.pause();
  waiting.push(source);
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    spentBytes = 0;
    for (const source of waiting.splice(0, turnBytes / pieceBytes)) source.resume();
    if (waiting.length > 0) schedule();
  });
}
