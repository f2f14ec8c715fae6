import { readFile } from 'node:fs/promises';
import type { UserIdentity } from '../script/contract.ts';

/** Options of the runner; paths are those inside the sandbox. */
export interface RunnerOptions {
  /** Relative to filesFolder. */
  scriptName: string;
  users: number;
  usersPerWorker: number;
  rampupS: number;
  durationS: number | null;
  loopCount: number | null;
  isTrial: boolean;
  identity: Omit<UserIdentity, 'userIndex'>;
  /** The environment of scripts. */
  variables: Record<string, string>;
  /** Heap limit of scripts, per worker. */
  heapMb: number;
  chromiumPath: string;
  filesFolder: string;
  resultsFolder: string;
  toolFolder: string;
  readyPath: string;
  controlPath: string;
}

/** Reads the options file, which the adapter wrote and which is therefore trusted. */
export async function readOptions(path: string | undefined): Promise<RunnerOptions> {
  if (path === undefined) {
    throw new Error('The path of the options file is missing.');
  }
  return JSON.parse(await readFile(path, 'utf8')) as RunnerOptions;
}
