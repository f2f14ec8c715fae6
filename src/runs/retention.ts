import type { Queryable } from '../store/database.ts';
import { addJob } from '../store/jobs.ts';
import {
  expiredArchives,
  expiredFiles,
  expiredFrameRuns,
  markArchiveRemoved,
  markFilesRemoved,
  removeFramesOf,
} from '../store/retention.ts';
import type { RunContext } from './run-context.ts';

export const retentionJob = 'retention';

export interface RetentionDays {
  /** 0 keeps for ever. */
  archives: number;
  frames: number;
  files: number;
}

const stagedForMs = 24 * 60 * 60 * 1000;
const everyMs = 60 * 60 * 1000;

export async function scheduleRetention(db: Queryable, runAt?: Date): Promise<void> {
  await addJob(db, retentionJob, {}, { key: retentionJob, runAt });
}

/** Removes what is older than it may be, in small steps; figures, results and reports stay for ever. */
export async function removeExpired(context: RunContext, days: RetentionDays): Promise<void> {
  const { database, clock } = context.grids;
  for (const archive of await expiredArchives(database, days.archives)) {
    await markArchiveRemoved(database, archive.key);
    await context.files.remove(archive.storageKey);
  }
  for (const storageKey of await expiredFiles(database, days.files)) {
    await markFilesRemoved(database, storageKey);
    await context.files.remove(storageKey);
  }
  for (const runId of await expiredFrameRuns(database, days.frames)) await removeFramesOf(database, runId);
  await context.files.sweepStaged(new Date(clock.nowMs() - stagedForMs));
  await scheduleRetention(database, new Date(clock.nowMs() + everyMs));
}
