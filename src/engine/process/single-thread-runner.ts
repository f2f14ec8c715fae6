import type { LiveControl } from '../../domain/live-control.ts';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import type { EngineOptions } from '../../tool-process/engine-options.ts';
import { engineMemory } from './engine-memory.ts';
import type { EngineListeners, EngineOutcome, EngineRunner } from './engine-runner.ts';
import { EngineWorker } from './engine-worker.ts';

/** Runs all users in this thread. */
export class SingleThreadRunner implements EngineRunner {
  readonly #worker: EngineWorker;

  constructor(engine: EngineOptions, plan: PlanElement, listeners: EngineListeners) {
    this.#worker = new EngineWorker({ engine, plan, memory: engineMemory(), ...listeners });
  }

  ready(): Promise<void> {
    return this.#worker.ready();
  }

  async run(clockOffsetMs: number): Promise<EngineOutcome> {
    const load = await this.#worker.run(clockOffsetMs);
    const { abortedInFlight, problems, samples } = this.#worker;
    return { loads: [load], samples: load.samples, abortedInFlight, isLost: samples.isLost, problems };
  }

  control(control: LiveControl): void {
    this.#worker.control(control);
  }

  stop(): void {
    this.#worker.stop(false);
  }

  abortInFlight(): void {
    this.#worker.abortInFlight();
  }

  async shutDown(): Promise<void> {
    this.#worker.samples.finish();
  }

  close(): void {
    this.#worker.close();
  }
}
