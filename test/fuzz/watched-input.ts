import { writeSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';

/** Shared between the thread that parses and the one that watches: number and size of the input, then its bytes. */
export interface WatchedInput {
  title: string;
  limitMs: number;
  memory: SharedArrayBuffer;
}

export const headerWords = 2;
export const maxInputBytes = 2 ** 20;
const shownCharacters = 100_000;
const checksPerLimit = 20;

if (parentPort && isWatchedInput(workerData)) {
  watch(workerData);
  parentPort.postMessage('watching');
}

function watch({ title, limitMs, memory }: WatchedInput): void {
  const header = new Int32Array(memory, 0, headerWords);
  let last = 0;
  let checks = 0;
  setInterval(() => {
    const number = Atomics.load(header, 0);
    checks = number === last ? checks + 1 : 0;
    last = number;
    if (number === 0 || checks < checksPerLimit) return;
    const bytes = new Uint8Array(memory, headerWords * 4, header[1]);
    // The main thread is blocked, and with it process.stderr.
    writeSync(2, `${title}: input ${number} has not ended after ${limitMs / 1000} s: ${describe(bytes)}\n`);
    process.kill(process.pid, 'SIGKILL');
  }, limitMs / checksPerLimit);
}

function describe(bytes: Uint8Array): string {
  if (bytes.length === 0) return `more than ${maxInputBytes} bytes`;
  return fc.stringify(deserialize(Buffer.from(bytes))).slice(0, shownCharacters);
}

function isWatchedInput(value: unknown): value is WatchedInput {
  return typeof value === 'object' && value !== null && 'memory' in value && 'limitMs' in value;
}
