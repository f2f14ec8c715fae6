import type { Readable } from 'node:stream';

/** What all bodies together may bring in one turn of the event loop: some milliseconds of decrypting, scanning and hashing. */
const turnBytes = 512 * 1024;
/** What a body that goes on brings before it can be paused again. */
const pieceBytes = 64 * 1024;

let spentBytes = 0;
let isScheduled = false;
const waiting: Readable[] = [];

/**
 * Counts what a body has brought, and lets it wait for another turn of the event loop when all bodies have brought enough
 * in this one. Otherwise sockets that have filled up meanwhile are read until they are empty, while other requests wait.
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
