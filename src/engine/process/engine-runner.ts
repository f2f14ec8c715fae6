import type { InFlight } from '../../domain/in-flight.ts';
import type { LoadSummary } from './load-watch.ts';

/** What runs a plan: this thread alone, or several that share its users. */
export interface EngineRunner {
  /** Once the plan is compiled; throws a readable reason when it cannot be. */
  ready(): Promise<void>;
  /** To the end of the plan. */
  run(clockOffsetMs: number): Promise<EngineOutcome>;
  /** Every user ends after what it is doing. */
  stop(): void;
  /** After a stop: ends what is still in flight, which then is no sample. */
  abortInFlight(): void;
  /** Writes what is in memory of all threads and ends them, as far as that does not take long. */
  shutDown(): Promise<void>;
  /** Writes what is in memory and lets go of files. */
  close(): void;
}

export interface EngineOutcome {
  loads: LoadSummary[];
  samples: number;
  /** Requests that were broken off. */
  abortedInFlight: InFlight;
  /** Results could not be written. */
  isLost: boolean;
  /** What became of workers that did not come to their end. */
  problems: string[];
}

export interface EngineListeners {
  onRefusal(reason: string): void;
  onWarning(sentence: string): void;
}
