import type { GeneratorReport } from '../../domain/generator.ts';
import type { InFlight } from '../../domain/in-flight.ts';
import type { LiveControl } from '../../domain/live-control.ts';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import type { EngineOptions } from '../../tool-process/engine-options.ts';
import type { EngineMemory } from './engine-memory.ts';
import type { WorkerLoad } from './load-watch.ts';
import type { PropertyValues } from './property-batch.ts';

/** `workerData` of a thread. */
export interface ThreadData {
  engine: EngineOptions;
  /** As `loadPlan` returns it. */
  plan: PlanElement;
  memory: EngineMemory;
  index: number;
  count: number;
}

export type ToThread =
  | { kind: 'start'; clockOffsetMs: number }
  /** All threads have reached the barrier. */
  | { kind: 'barrier-released'; atMs: number; variables: ReadonlyMap<string, string> | undefined }
  | { kind: 'properties'; values: PropertyValues }
  | { kind: 'control'; control: LiveControl }
  | { kind: 'stop'; isAtOnce: boolean }
  | { kind: 'abort-in-flight' }
  /** The process is ending: flush and exit. */
  | { kind: 'shut-down' };

export type FromThread =
  | { kind: 'ready' }
  | { kind: 'compile-failed'; reason: string }
  /** Waits at the barrier. */
  | { kind: 'at-barrier'; variables: ReadonlyMap<string, string> | undefined }
  /** The plan has set properties. */
  | { kind: 'properties'; values: PropertyValues }
  /** The plan stops the test. */
  | { kind: 'stop'; isAtOnce: boolean }
  | { kind: 'refusal'; reason: string }
  | { kind: 'warning'; sentence: string }
  | { kind: 'load'; report: GeneratorReport }
  | { kind: 'failed'; reason: string }
  | { kind: 'ended'; load: WorkerLoad; abortedInFlight: InFlight; isLost: boolean };
