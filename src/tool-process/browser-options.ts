import type { LeasedFileOptions } from './leased-rows.ts';
import type { UserIdentity } from './user-identity.ts';

/** Options file of the browser-script runner; paths are as seen by the runner. */
export interface BrowserOptions {
  /** Relative to filesFolder. */
  scriptName: string;
  users: number;
  usersPerWorker: number;
  rampupS: number;
  durationS: number | null;
  loopCount: number | null;
  isTrial: boolean;
  identity: Omit<UserIdentity, 'userIndex'>;
  /** Environment of scripts. */
  variables: Record<string, string>;
  /** Heap limit of each worker, for the data of scripts. */
  heapMb: number;
  chromiumPath: string;
  filesFolder: string;
  /** Data files whose rows are leased. */
  leasedFiles: LeasedFileOptions[];
  resultsFolder: string;
  toolFolder: string;
  readyPath: string;
  controlPath: string;
}
