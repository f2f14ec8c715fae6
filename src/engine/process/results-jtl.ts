import { closeSync, openSync, writeSync } from 'node:fs';
import type { Result } from '../sampling/result.ts';

/** As Apache JMeter writes it with the settings that it is started with here. */
export const jtlHeader =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n';

const chunkLength = 256 * 1024;

export interface ResultsJtlOptions {
  path: string;
  /** What is larger is left out of the archive, so there is no use in writing more. */
  maxBytes: number;
  /** Bytes that all workers have written to it, shared. */
  written: BigInt64Array;
}

/**
 * The results file that JMeter leaves behind, one line a sample, for those who read it with tools of their own. Nothing
 * here depends on it: it is buffered, it ends at a size, and a full disk ends it alone.
 */
export class ResultsJtl {
  readonly #options: ResultsJtlOptions;
  #file: number | undefined;
  #lines = '';

  constructor(options: ResultsJtlOptions) {
    this.#options = options;
    this.#file = openSync(options.path, 'a', 0o644);
  }

  get isOver(): boolean {
    return this.#file === undefined;
  }

  add(result: Result): void {
    if (this.#file !== undefined) {
      this.#lines += jtlLine(result);
      if (this.#lines.length > chunkLength) {
        this.flush();
      }
    }
  }

  /** Whole lines with one write, so that those of several workers do not mix. */
  flush(): void {
    if (this.#file === undefined || this.#lines === '') {
      return;
    }
    const bytes = Buffer.from(this.#lines);
    this.#lines = '';
    const { written, maxBytes } = this.#options;
    try {
      writeSync(this.#file, bytes);
    } catch {
      // The disk is full: the samples themselves are next, and end the run.
      this.close();
      return;
    }
    if (Number(Atomics.add(written, 0, BigInt(bytes.length))) + bytes.length > maxBytes) {
      this.close();
    }
  }

  close(): void {
    this.#lines = '';
    if (this.#file !== undefined) {
      closeSync(this.#file);
      this.#file = undefined;
    }
  }
}

/** Whole milliseconds, as differences of a clock that has no others. */
function jtlLine(result: Result): string {
  const startMs = Math.floor(result.startMs);
  const idleMs = Math.floor(result.idleMs);
  const elapsedMs = Math.floor(result.endMs) - startMs - idleMs;
  return `${startMs},${elapsedMs},${quoted(result.label)},${quoted(result.code)},${quoted(result.message)},${quoted(result.threadName)},${result.dataType},${result.isSuccess},${quoted(result.failureMessage)},${result.bytes},${result.sentBytes},${result.groupUsers},${result.allUsers},${quoted(result.url || 'null')},${Math.floor(result.latencyMs)},${idleMs},${Math.floor(result.connectMs)}\n`;
}

const special = /[,"\r\n]/;

function quoted(text: string): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
