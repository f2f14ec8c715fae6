import { availableParallelism, homedir } from 'node:os';
import { machineMemoryBytes } from '../lib/machine-memory.ts';

/** Properties of the machine that defaults depend on. */
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
    memoryBytes: machineMemoryBytes(),
    homeDir: homedir(),
    isRoot: process.getuid?.() === 0,
    workingDir: process.cwd(),
  };
}
