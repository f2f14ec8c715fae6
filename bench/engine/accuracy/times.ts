import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const timesName = 'times';
/** Prefix of the request labels, before the requested milliseconds. */
export const waitLabel = 'wait ';
export const numbersPerSample = 4;

export interface MeasuredTime {
  askedMs: number;
  startMs: number;
  /** Measured by the engine. */
  elapsedMs: number;
  /** Measured by the target; NaN when the request failed. */
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
