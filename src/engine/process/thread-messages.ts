import type { GeneratorReport } from '../../domain/generator.ts';
import type { InFlight } from '../../domain/in-flight.ts';
import type { EngineOptions } from '../../plans/jmeter/engine-process.ts';
import type { EngineMemory } from './engine-memory.ts';
import type { LoadSummary } from './load-watch.ts';

/** What a thread is made with. */
export interface ThreadData {
  engine: EngineOptions;
  memory: EngineMemory;
  index: number;
  count: number;
}

export type ToThread =
  | { kind: 'start'; clockOffsetMs: number }
  /** All threads have arrived. */
  | { kind: 'barrier-released'; atMs: number; variables: ReadonlyMap<string, string> | undefined }
  | { kind: 'property'; name: string; value: string }
  | { kind: 'stop'; isAtOnce: boolean }
  | { kind: 'abort-in-flight' }
  /** The process ends: what was measured is to be written. */
  | { kind: 'shut-down' };

export type FromThread =
  | { kind: 'ready' }
  | { kind: 'compile-failed'; reason: string }
  /** Waits for the others. */
  | { kind: 'at-barrier'; variables: ReadonlyMap<string, string> | undefined }
  /** Somebody has set a property. */
  | { kind: 'property'; name: string; value: string }
  /** Something in the plan stops the test. */
  | { kind: 'stop'; isAtOnce: boolean }
  | { kind: 'refusal'; reason: string }
  | { kind: 'warning'; sentence: string }
  | { kind: 'load'; report: GeneratorReport }
  | { kind: 'failed'; reason: string }
  | { kind: 'ended'; load: LoadSummary; samples: number; abortedInFlight: InFlight; isLost: boolean };
