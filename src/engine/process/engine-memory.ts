import { maxGroups } from '../scheduler/worker-context.ts';
import { crossThreadMemory } from './cross-thread-numbers.ts';

/** Memory shared by all workers of a run. */
export interface EngineMemory {
  /** Active users: total, then per group. */
  users: SharedArrayBuffer;
  /** Counters, file positions and rates. */
  numbers: SharedArrayBuffer;
  /** Size of the results file in bytes. */
  jtlBytes: SharedArrayBuffer;
}

export function engineMemory(): EngineMemory {
  return {
    users: new SharedArrayBuffer(4 * (maxGroups + 1)),
    numbers: crossThreadMemory(),
    jtlBytes: new SharedArrayBuffer(8),
  };
}
