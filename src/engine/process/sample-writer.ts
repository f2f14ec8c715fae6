import { closeSync, openSync, writeSync } from 'node:fs';
import { formatSample } from '../../metrics/sample-line.ts';
import type { Listener } from '../core.ts';
import type { Result } from '../sampling/result.ts';

/** JMeter writes no deeper either. */
const deepest = 10;

/** Writes every sample that JMeter would write to its results file, those of one turn of the event loop at once. */
export class SampleWriter implements Listener {
  count = 0;
  isLost = false;
  onLost: (error: Error) => void = () => {};
  readonly #file: number;
  #lines = '';

  readonly #areSubResultsSaved: boolean;

  constructor(path: string, areSubResultsSaved: boolean) {
    this.#areSubResultsSaved = areSubResultsSaved;
    this.#file = openSync(path, 'a', 0o644);
  }

  sampleOccurred(result: Result): void {
    if (this.#lines === '') {
      setImmediate(this.#flushSoon);
    }
    this.#write(result, 0);
  }

  /** Sub-samples are lines of their own, as in the results file of JMeter 5.6. */
  #write(result: Result, depth: number): void {
    this.count += 1;
    this.#lines += line(result);
    if (this.#areSubResultsSaved && depth <= deepest) {
      for (const child of result.subResults ?? []) {
        this.#write(child, depth + 1);
      }
    }
  }

  readonly #flushSoon = (): void => this.flush();

  flush(): void {
    if (this.#lines === '' || this.isLost) {
      return;
    }
    const bytes = Buffer.from(this.#lines);
    this.#lines = '';
    try {
      for (let at = 0; at < bytes.length; ) {
        at += writeSync(this.#file, bytes, at);
      }
    } catch (error) {
      this.isLost = true;
      this.onLost(error as Error);
    }
  }

  close(): void {
    this.flush();
    closeSync(this.#file);
  }
}

function line(result: Result): string {
  return formatSample({
    label: result.label,
    startedAtMs: Math.floor(result.startMs),
    elapsedUs: microseconds(result.elapsedMs),
    latencyUs: microseconds(result.latencyMs),
    connectUs: microseconds(result.connectMs),
    isPassed: result.isSuccess,
    code: result.code,
    message: result.isSuccess ? '' : result.failureMessage || result.message,
    bytesIn: result.bytes,
    bytesOut: result.sentBytes,
    users: result.allUsers,
  });
}

const microseconds = (ms: number) => Math.max(0, Math.round(ms * 1000));
