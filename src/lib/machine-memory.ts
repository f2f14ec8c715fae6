import { totalmem } from 'node:os';

/** Memory of this machine, or the limit of the container. */
export function machineMemoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
