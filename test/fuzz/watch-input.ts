import { once } from 'node:events';
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { headerWords, maxInputBytes, type WatchedInput } from './watched-input.ts';

/** Ends the process when one input takes this long: an endless loop blocks the timeout of the test. */
const defaultLimitMs = 60_000;

export interface InputWatch {
  /** Records the input that is parsed next. */
  next(input: unknown): void;
  stop(): Promise<void>;
}

/** Watches the inputs of a test from another thread, which prints `title` and the input before it ends the process. */
export async function watchInputs(title: string, limitMs = defaultLimitMs): Promise<InputWatch> {
  const memory = new SharedArrayBuffer(headerWords * 4 + maxInputBytes);
  const header = new Int32Array(memory, 0, headerWords);
  const bytes = new Uint8Array(memory, headerWords * 4);
  const workerData: WatchedInput = { title, limitMs, memory };
  const worker = new Worker(new URL('watched-input.ts', import.meta.url), { workerData, execArgv: [] });
  await once(worker, 'message');
  worker.unref();
  return {
    next(input) {
      const serialized = serialize(input);
      const fits = serialized.length <= maxInputBytes;
      if (fits) bytes.set(serialized);
      header[1] = fits ? serialized.length : 0;
      Atomics.add(header, 0, 1);
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}
