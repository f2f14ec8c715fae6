import { retentionJob } from '../domain/jobs.ts';
import type { Queryable } from '../store/database.ts';
import { addJob } from '../store/jobs.ts';
import { deleteOldDeliveries } from '../store/notifications.ts';
import {
  claimExpiredFile,
  expiredArchives,
  expiredFiles,
  expiredFrameRuns,
  markArchiveRemoved,
  removeFramesOf,
  removeRollupsOfDeleted,
  unknownFiles,
} from '../store/retention.ts';
import { deleteOldRunFailures } from '../store/run-failures.ts';
import type { RunContext } from './run-context.ts';

export interface RetentionDays {
  /** 0: keep forever. */
  archives: number;
  frames: number;
  files: number;
}

/** A run whose steps keep failing is finished within minutes. */
const failuresKeptHours = 24;
const deliveriesKeptDays = 30;
const stagedForMs = 24 * 60 * 60 * 1000;
const everyMs = 60 * 60 * 1000;

export async function scheduleRetention(db: Queryable, runAt?: Date): Promise<void> {
  await addJob(db, retentionJob, {}, runAt);
}

/** Deletes expired archives, files and frames in small steps; figures, results and reports are kept forever. */
export async function removeExpired(context: RunContext, days: RetentionDays): Promise<void> {
  const { database, clock } = context.grids;
  for (const archive of await expiredArchives(database, days.archives)) {
    await context.files.remove(archive.storageKey);
    await markArchiveRemoved(database, archive.key);
  }
  for (const storageKey of await expiredFiles(database, days.files)) {
    const isClaimed = await database.transaction((tx) => claimExpiredFile(tx, storageKey, days.files));
    // After the commit, because removal may take long; a failed one is repeated with the unknown files.
    if (isClaimed) await context.files.remove(storageKey);
  }
  for (const runId of await expiredFrameRuns(database, days.frames)) await removeFramesOf(database, runId);
  await removeRollupsOfDeleted(database);
  await deleteOldRunFailures(database, failuresKeptHours);
  await deleteOldDeliveries(database, deliveriesKeptDays);
  await removeUnknownFiles(context);
  await context.files.sweepUnfinished(new Date(clock.nowMs() - stagedForMs));
  await scheduleRetention(database, new Date(clock.nowMs() + everyMs));
}

/** Deletes files whose run or archive was never inserted, because the service was killed. */
async function removeUnknownFiles(context: RunContext): Promise<void> {
  const { database, clock } = context.grids;
  const remove = async (keys: string[]) => {
    for (const key of await unknownFiles(database, keys)) await context.files.remove(key);
  };
  let page: string[] = [];
  for await (const key of context.files.keysBefore(new Date(clock.nowMs() - stagedForMs))) {
    if (page.push(key) < 500) continue;
    await remove(page);
    page = [];
  }
  await remove(page);
}
