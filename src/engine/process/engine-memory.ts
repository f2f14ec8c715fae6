import { maxGroups } from '../users/worker-context.ts';
import { crossThreadMemory } from './cross-thread-numbers.ts';

/** What all workers of a run have in common. */
export interface EngineMemory {
  /** Users active: of all groups, then of each. */
  users: SharedArrayBuffer;
  /** Counters, places in files and rates. */
  numbers: SharedArrayBuffer;
  /** Bytes in the results file. */
  jtlBytes: SharedArrayBuffer;
}

export function engineMemory(): EngineMemory {
  return {
    users: new SharedArrayBuffer(4 * (maxGroups + 1)),
    numbers: crossThreadMemory(),
    jtlBytes: new SharedArrayBuffer(8),
  };
}
