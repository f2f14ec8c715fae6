import type { EngineOptions } from '../../plans/jmeter/engine-process.ts';
import { engineMemory } from './engine-memory.ts';
import { EnginePart } from './engine-part.ts';
import type { EngineListeners, EngineOutcome, EngineRunner } from './engine-runner.ts';

/** All users in this thread. */
export class SingleThreadRunner implements EngineRunner {
  readonly #part: EnginePart;

  constructor(engine: EngineOptions, listeners: EngineListeners) {
    this.#part = new EnginePart({ engine, memory: engineMemory(), ...listeners });
  }

  async ready(): Promise<void> {}

  async run(clockOffsetMs: number): Promise<EngineOutcome> {
    const load = await this.#part.run(clockOffsetMs);
    const { count, isLost } = this.#part.samples;
    const { brokenOff } = this.#part;
    return { loads: [load], samples: count, brokenOff, isLost, problems: [] };
  }

  stop(): void {
    this.#part.stop(false);
  }

  breakOff(): void {
    this.#part.breakOff();
  }

  async leave(): Promise<void> {
    this.#part.samples.finish();
  }

  close(): void {
    this.#part.close();
  }
}
