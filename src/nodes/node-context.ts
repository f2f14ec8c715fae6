import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { SentFrame } from '../protocol/frame-message.ts';
import type { DesiredExecution } from '../protocol/messages.ts';
import type { Database } from '../store/database.ts';
import type { Heartbeats } from './heartbeats.ts';

/** Dependencies of node connections. */
export interface NodeContext {
  database: Database;
  clock: Clock;
  heartbeats: Heartbeats;
  log: Log;
}

/** What node connections need of runs. */
export interface NodeWork {
  /** Complete desired state of a node. `heldIds` are executions it still holds, which may be answered with `forget`. */
  desired(nodeId: string, heldIds: string[]): Promise<DesiredExecution[]>;
  frames: FrameIntake;
}

export interface FrameIntake {
  /** Resolves once the frames are stored. */
  take(executionId: string, runId: string, frames: SentFrame[]): Promise<void>;
  /** Bytes accepted and not yet stored; callers pause reading while this is large. */
  readonly pendingBytes: number;
}
