import type { UserEnd } from '../script/contract.ts';

/** From the supervisor to a worker. */
export type Order =
  /** A user comes; `durationS` is what is left of the run for it. */
  | { kind: 'start'; userIndex: number; durationS: number | null }
  /** So many users are active on the node now. */
  | { kind: 'users'; count: number }
  /** Steps under way are finished, then users end. */
  | { kind: 'stop' }
  /** Browsers are closed, then the process ends. */
  | { kind: 'finish' };

/** From a worker to the supervisor. */
export type Report =
  /** Its browser is open. */
  | { kind: 'prepared' }
  /** It cannot work: what the reader can do about it. */
  | { kind: 'unfit'; text: string }
  | { kind: 'beat' }
  | { kind: 'ended'; userIndex: number; end: UserEnd }
  /** What was measured cannot be written down any more. */
  | { kind: 'resultsLost'; text: string };
