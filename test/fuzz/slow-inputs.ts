import assert from 'node:assert/strict';
import fc from 'fast-check';
import { controlMs, controlWork } from '../support/control-work.ts';
import { type HeldTime, HeldTimeMeter, type Span } from '../support/held-time.ts';

/**
 * Judges how long each input holds this thread, measured once. The limit is for an idle core of a server of 2024; where
 * `controlWork` takes longer right after the input, the limit is longer in proportion.
 */
export class SlowInputs implements Disposable {
  readonly #maxMs: number;
  readonly #meter = new HeldTimeMeter();
  readonly #suspects: { span: Span; control: Span; input: unknown }[] = [];

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  start(): ReturnType<HeldTimeMeter['start']> {
    return this.#meter.start();
  }

  end(start: ReturnType<HeldTimeMeter['start']>, input: unknown): void {
    const span = this.#meter.end(start);
    if (span.processorMs <= this.#maxMs) return;
    const afterwards = this.#meter.start();
    controlWork();
    this.#suspects.push({ span, control: this.#meter.end(afterwards), input });
  }

  requireNone(): void {
    const held = this.#meter.examine(this.#suspects.flatMap(({ span, control }) => [span, control]));
    const slow = this.#suspects.flatMap(({ input }, at) => {
      const [{ ms, functions }, control] = held.slice(2 * at) as [HeldTime, HeldTime];
      if (ms <= this.#maxMs * Math.max(1, control.ms / controlMs)) return [];
      return [
        `${ms.toFixed(0)} ms for ${fc.stringify(input)}, in ${functions.join(', ')}; control work took ${control.ms.toFixed(0)} ms`,
      ];
    });
    assert.deepEqual(slow, []);
  }

  [Symbol.dispose](): void {
    this.#meter[Symbol.dispose]();
  }
}
