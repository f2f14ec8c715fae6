import type { Result } from '../../state/result.ts';
import { elapsed } from '../result-columns.ts';
import { StatisticsWindow } from './statistics-window.ts';

/** Metrics of one label or of the total: counts since the last send, and statistics windows. */
export class SamplerMetric {
  readonly ok = new StatisticsWindow();
  readonly ko = new StatisticsWindow();
  readonly all = new StatisticsWindow();
  successes = 0;
  failures = 0;
  hits = 0;
  sentBytes = 0;
  receivedBytes = 0;
  /** By lower-case code and message; the first spelling is reported. */
  readonly errors = new Map<string, { code: string; message: string; count: number }>();

  get total(): number {
    return this.successes + this.failures;
  }

  /** `isForAll`: skips hits and bytes of transactions without sub-results, whose samples are added separately. */
  add(result: Result, isForAll: boolean): void {
    const time = elapsed(result);
    this.all.add(time);
    if (result.isSuccess) {
      this.successes += 1;
      this.ok.add(time);
    } else {
      this.failures += 1;
      this.ko.add(time);
      this.#addError(result);
    }
    this.#addHits(result, isForAll);
    if (!(isForAll && isWithoutParts(result))) {
      this.sentBytes += result.sentBytes;
      this.receivedBytes += result.bytes;
    }
  }

  /** Resets the counts; keeps the statistics windows. */
  reset(): void {
    this.errors.clear();
    this.successes = 0;
    this.failures = 0;
    this.hits = 0;
    this.sentBytes = 0;
    this.receivedBytes = 0;
  }

  #addError(result: Result): void {
    const failure = result.failureMessage;
    const [code, message] =
      failure === ''
        ? [result.code.trim() || '0', result.message.trim() || 'None']
        : ['Assertion failed', failure.trim()];
    const key = `${code}\n${message}`.toLowerCase();
    const error = this.errors.get(key) ?? { code, message, count: 0 };
    error.count += 1;
    this.errors.set(key, error);
  }

  #addHits(result: Result, isForAll: boolean): void {
    if (isForAll && isWithoutParts(result)) {
      return;
    }
    const parts = result.subResults ?? [];
    if (!isTransaction(result) || parts.length === 0) {
      this.hits += 1;
    }
    for (const part of parts) {
      this.#addHits(part, isForAll);
    }
  }
}

/** JMeter identifies transactions by this message. */
const isTransaction = (result: Result) => result.message.startsWith('Number of samples in transaction : ');

const isWithoutParts = (result: Result) => isTransaction(result) && (result.subResults ?? []).length === 0;
