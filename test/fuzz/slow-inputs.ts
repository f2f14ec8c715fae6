import assert from 'node:assert/strict';
import fc from 'fast-check';
import { HeldTimeMeter, type Span } from '../support/held-time.ts';

/** Judges how long each input holds this thread, measured once. */
export class SlowInputs implements Disposable {
  readonly #maxMs: number;
  readonly #meter = new HeldTimeMeter();
  readonly #suspects: { span: Span; input: unknown }[] = [];

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  start(): ReturnType<HeldTimeMeter['start']> {
    return this.#meter.start();
  }

  end(start: ReturnType<HeldTimeMeter['start']>, input: unknown): void {
    const span = this.#meter.end(start);
    if (span.processorMs > this.#maxMs) this.#suspects.push({ span, input });
  }

  requireNone(): void {
    const held = this.#meter.examine(this.#suspects.map(({ span }) => span));
    const slow = held.flatMap(({ ms, functions }, at) =>
      ms > this.#maxMs
        ? [`${ms.toFixed(0)} ms for ${fc.stringify(this.#suspects[at]?.input)}, in ${functions.join(', ')}`]
        : [],
    );
    assert.deepEqual(slow, []);
  }

  [Symbol.dispose](): void {
    this.#meter[Symbol.dispose]();
  }
}
