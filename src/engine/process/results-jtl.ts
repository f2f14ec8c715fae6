import { closeSync, openSync, writeSync } from 'node:fs';
import type { Result } from '../sampling/result.ts';
import { CachedColumns, writeColumnsAfterThread, writeColumnsBeforeThread } from './cached-columns.ts';
import { CsvLines } from './csv-lines.ts';

/** As Apache JMeter writes it with the settings that it is started with here. */
export const jtlHeader =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n';

const chunkBytes = 200 * 1024;
const maxLabels = 10_000;
const maxCachedLines = 1000;

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
  readonly #lines = new CsvLines();
  /** By label. */
  readonly #columns = new Map<string, CachedColumns>();
  readonly #budget = { left: maxCachedLines };
  /** Most samples have the label of the one before. */
  #lastLabel: string | undefined;
  #lastColumns = new CachedColumns(this.#budget);

  constructor(options: ResultsJtlOptions) {
    this.#options = options;
    this.#file = openSync(options.path, 'a', 0o644);
  }

  get isOver(): boolean {
    return this.#file === undefined;
  }

  /** Whole milliseconds, as differences of a clock that has no others. */
  add(result: Result): void {
    if (this.#file === undefined) {
      return;
    }
    const startMs = Math.floor(result.startMs);
    const idleMs = Math.floor(result.idleMs);
    const lines = this.#lines;
    const columns = this.#columnsOf(result.label);
    lines.time(startMs);
    lines.number(Math.floor(result.endMs) - startMs - idleMs);
    if (columns.matchesPrevious(result)) {
      columns.write(lines, result.threadName);
    } else {
      writeColumnsBeforeThread(lines, result);
      lines.text(result.threadName);
      writeColumnsAfterThread(lines, result);
    }
    lines.number(Math.floor(result.latencyMs));
    lines.number(idleMs);
    lines.number(Math.floor(result.connectMs));
    lines.endLine();
    if (lines.length > chunkBytes) {
      this.flush();
    }
  }

  #columnsOf(label: string): CachedColumns {
    if (label === this.#lastLabel) {
      return this.#lastColumns;
    }
    let columns = this.#columns.get(label);
    if (columns === undefined) {
      const isCached = this.#columns.size < maxLabels;
      columns = new CachedColumns(isCached ? this.#budget : { left: 0 });
      if (isCached) {
        this.#columns.set(label, columns);
      }
    }
    this.#lastLabel = label;
    this.#lastColumns = columns;
    return columns;
  }

  flush(): void {
    if (this.#lines.length > 0) {
      this.#write(this.#lines.take());
    }
  }

  /** Whole lines with one write, so that those of several workers do not mix. */
  #write(bytes: Buffer): void {
    if (this.#file === undefined) {
      return;
    }
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
    if (this.#file !== undefined) {
      closeSync(this.#file);
      this.#file = undefined;
    }
  }
}
