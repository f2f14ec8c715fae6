import assert from 'node:assert/strict';
import fc from 'fast-check';
import { controlMs, controlWork } from '../support/control-work.ts';

const measurements = 5;

/**
 * Judges the processor time of this thread for each input. A machine can only add to it (pauses of the garbage
 * collector, compilation, a host that takes its processors away), so an input whose first measurement is above the
 * limit is measured again, and the least time counts. The limit is for an idle core of a server of 2024; on a slower
 * one it is higher in proportion to `controlWork`.
 */
export class SlowInputs<Input> {
  readonly #maxMs: number;
  readonly #suspects: Input[] = [];

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** Measures what is done until `end`. */
  start(): NodeJS.CpuUsage {
    return process.threadCpuUsage();
  }

  end(start: NodeJS.CpuUsage, input: Input): void {
    if (msSince(start) > this.#maxMs) this.#suspects.push(input);
  }

  async requireNone(parse: (input: Input) => unknown): Promise<void> {
    if (this.#suspects.length === 0) return;
    const limitMs = this.#maxMs * Math.max(1, (await leastMs(controlWork)) / controlMs);
    const slow: string[] = [];
    for (const input of this.#suspects) {
      const ms = await leastMs(() => parse(input));
      if (ms > limitMs)
        slow.push(
          `${ms.toFixed(0)} ms of processor time, limit ${limitMs.toFixed(0)} ms: ${fc.stringify(input)}`,
        );
    }
    assert.deepEqual(slow, []);
  }
}

async function leastMs(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < measurements; times += 1) {
    const start = process.threadCpuUsage();
    await work();
    least = Math.min(least, msSince(start));
  }
  return least;
}

function msSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
