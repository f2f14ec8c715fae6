import { totalmem } from 'node:os';

/** The memory of this machine; inside a container the container's own limit. */
export function machineMemoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
