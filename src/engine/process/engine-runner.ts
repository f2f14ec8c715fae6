import type { InFlight } from '../../domain/in-flight.ts';
import type { LiveControl } from '../../domain/live-control.ts';
import type { WorkerLoad } from './load-watch.ts';

/** Runs a plan, in this thread or in a pool of worker threads. */
export interface EngineRunner {
  /** Resolves when the plan is compiled; rejects with a readable reason when it cannot be compiled. */
  ready(): Promise<void>;
  run(clockOffsetMs: number): Promise<EngineOutcome>;
  /** Changes the load while it runs. */
  control(control: LiveControl): void;
  /** Stops every user after its current sample. */
  stop(): void;
  /** Aborts requests that are still in flight after a stop; they are not recorded as samples. */
  abortInFlight(): void;
  /** Flushes the buffers of all threads and ends them, within a time limit. */
  shutDown(): Promise<void>;
  /** Flushes buffers and closes files. */
  close(): void;
}

export interface EngineOutcome {
  /** One per worker, by worker index. */
  loads: WorkerLoad[];
  samples: number;
  /** Requests that were aborted in flight. */
  abortedInFlight: InFlight;
  /** Samples are lost, because writing results failed. */
  isLost: boolean;
  /** Why worker threads ended early. */
  problems: string[];
}

export interface EngineListeners {
  onRefusal(reason: string): void;
  onWarning(sentence: string): void;
}
