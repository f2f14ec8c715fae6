import assert from 'node:assert/strict';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';

interface Start {
  atMs: number;
  usage: NodeJS.CpuUsage;
}

interface Slow {
  startMs: number;
  endMs: number;
  processorMs: number;
  input: unknown;
}

/** Entries of the garbage collector arrive some turns of the event loop after the pause. */
const entriesLateMs = 20;

/**
 * Judges the processor time of this thread for each input, measured once. Pauses of the garbage collector are
 * subtracted: their length depends on the garbage of earlier inputs.
 */
export class SlowInputs implements Disposable {
  readonly #maxMs: number;
  readonly #slow: Slow[] = [];
  readonly #pauses: { startTime: number; duration: number }[] = [];
  readonly #observer: PerformanceObserver;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
    this.#observer = new PerformanceObserver((list) => {
      // Shorter pauses do not decide, and a million inputs cause many.
      this.#pauses.push(...list.getEntries().filter(({ duration }) => duration >= 1));
    });
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  start(): Start {
    return { atMs: performance.now(), usage: process.threadCpuUsage() };
  }

  end({ atMs, usage }: Start, input: unknown): void {
    const { user, system } = process.threadCpuUsage(usage);
    const processorMs = (user + system) / 1000;
    if (processorMs > this.#maxMs) {
      this.#slow.push({ startMs: atMs, endMs: performance.now(), processorMs, input });
    }
  }

  async requireNone(): Promise<void> {
    if (this.#slow.length > 0) await delay(entriesLateMs);
    const slow = this.#slow.flatMap(({ startMs, endMs, processorMs, input }) => {
      const pausedMs = this.#pauses
        .filter(({ startTime }) => startTime >= startMs && startTime <= endMs)
        .reduce((sum, { duration }) => sum + duration, 0);
      const ms = processorMs - pausedMs;
      return ms > this.#maxMs ? [`${ms.toFixed(0)} ms of processor time for ${fc.stringify(input)}`] : [];
    });
    assert.deepEqual(slow, []);
  }

  [Symbol.dispose](): void {
    this.#observer.disconnect();
  }
}
