import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const timesName = 'times';
/** Requests are named by it and the milliseconds that they ask for. */
export const waitLabel = 'wait ';
export const numbersPerSample = 4;

export interface MeasuredTime {
  askedMs: number;
  startMs: number;
  /** As the engine measured it. */
  elapsedMs: number;
  /** As the target measured it; not a number when the request failed. */
  waitedMs: number;
}

export async function readTimes(folder: string): Promise<MeasuredTime[]> {
  const bytes = await readFile(join(folder, timesName));
  const numbers = new Float64Array(new Uint8Array(bytes).buffer);
  return Array.from({ length: numbers.length / numbersPerSample }, (_, index) => {
    const [askedMs = 0, startMs = 0, elapsedMs = 0, waitedMs = 0] = numbers.subarray(
      index * numbersPerSample,
      (index + 1) * numbersPerSample,
    );
    return { askedMs, startMs, elapsedMs, waitedMs };
  });
}
