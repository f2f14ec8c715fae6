import type { UserEnd } from '../script/contract.ts';

/** From the supervisor to a worker. */
export type Order =
  /** Starts a user; `durationS` is the remaining time of the run. */
  | { kind: 'start'; userIndex: number; durationS: number | null }
  /** Number of active users on the node. */
  | { kind: 'users'; count: number }
  /** Answers a request; null: all rows are used. */
  | { kind: 'row'; request: number; text: string | null }
  /** Users finish the current step, then end. */
  | { kind: 'stop' }
  /** Closes browsers, then ends the process. */
  | { kind: 'finish' };

/** From a worker to the supervisor. */
export type Report =
  /** Its browser is open. */
  | { kind: 'prepared' }
  /** The worker cannot run: a message with a fix. */
  | { kind: 'unfit'; text: string }
  | { kind: 'beat' }
  /** Requests the next row of a leased data file. */
  | { kind: 'row'; request: number; file: string }
  | { kind: 'ended'; userIndex: number; end: UserEnd }
  /** Samples can no longer be written. */
  | { kind: 'resultsLost'; text: string };
