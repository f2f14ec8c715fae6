import { closeSync, openSync, writeSync } from 'node:fs';
import type { Result } from '../state/result.ts';
import { CachedColumns, writeColumnsAfterThread, writeColumnsBeforeThread } from './cached-columns.ts';
import { CsvLines } from './csv-lines.ts';

/** The columns of Apache JMeter with the settings that this service starts it with. */
export const jtlHeader =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n';

const chunkBytes = 200 * 1024;
const maxLabels = 10_000;
const maxCachedLines = 1000;

export interface ResultsJtlOptions {
  path: string;
  /** Size limit of archived files: writing stops there. */
  maxBytes: number;
  /** Bytes written by all workers; shared memory. */
  written: BigInt64Array;
}

/**
 * JMeter's results file (JTL), one line per sample, for external tools. The service itself does not read it: writing is
 * buffered, stops at a size limit, and a write error ends only this file.
 */
export class ResultsJtl {
  readonly #options: ResultsJtlOptions;
  #file: number | undefined;
  readonly #lines = new CsvLines();
  /** By label. */
  readonly #columns = new Map<string, CachedColumns>();
  readonly #budget = { left: maxCachedLines };
  /** Shortcut for consecutive samples of one label. */
  #lastLabel: string | undefined;
  #lastColumns = new CachedColumns(this.#budget);

  constructor(options: ResultsJtlOptions) {
    this.#options = options;
    this.#file = openSync(options.path, 'a', 0o644);
  }

  get isOver(): boolean {
    return this.#file === undefined;
  }

  /** Times are truncated to milliseconds before subtracting, as JMeter's clock has no fractions. */
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

  /** One write per chunk of whole lines, so that lines of several workers do not interleave. */
  #write(bytes: Buffer): void {
    if (this.#file === undefined) {
      return;
    }
    const { written, maxBytes } = this.#options;
    try {
      writeSync(this.#file, bytes);
    } catch {
      // The disk is full: the samples fail next, which ends the run.
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
