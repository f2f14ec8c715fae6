import { availableParallelism, homedir, totalmem } from 'node:os';

/** What defaults depend on. */
export interface Machine {
  cores: number;
  memoryBytes: number;
  homeDir: string;
  isRoot: boolean;
  workingDir: string;
}

export function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    // Inside a container this is the container's own limit.
    memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
    homeDir: homedir(),
    isRoot: process.getuid?.() === 0,
    workingDir: process.cwd(),
  };
}
