import type { EngineOptions } from '../../plans/jmeter/engine-process.ts';
import type { Crew, CrewEnd, CrewListeners } from './crew.ts';
import { engineMemory } from './engine-memory.ts';
import { EnginePart } from './engine-part.ts';

/** All users in this thread. */
export class LoneCrew implements Crew {
  readonly #part: EnginePart;

  constructor(engine: EngineOptions, listeners: CrewListeners) {
    this.#part = new EnginePart({ engine, memory: engineMemory(), ...listeners });
  }

  async ready(): Promise<void> {}

  async run(clockOffsetMs: number): Promise<CrewEnd> {
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
