import { readFile } from 'node:fs/promises';
import type { UserIdentity } from '../script/contract.ts';

/** What the adapter tells the runner; paths are as the runner sees them. */
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
  /** For what scripts keep in memory, in each worker. */
  heapMb: number;
  chromiumPath: string;
  filesFolder: string;
  resultsFolder: string;
  toolFolder: string;
  readyPath: string;
  controlPath: string;
}

/** Reads the file that the adapter wrote; it is ours, so it is trusted. */
export async function readOptions(path: string | undefined): Promise<RunnerOptions> {
  if (path === undefined) {
    throw new Error('The path of the options file is missing.');
  }
  return JSON.parse(await readFile(path, 'utf8')) as RunnerOptions;
}
