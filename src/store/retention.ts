import type { Queryable } from './database.ts';
import { removeErrorSamples } from './error-samples.ts';
import { removeFrames } from './frames.ts';

/** Archives of runs that ended `days` days ago (0: never), or were deleted. */
export async function expiredArchives(
  db: Queryable,
  days: number,
): Promise<{ key: string; storageKey: string }[]> {
  const rows = await db.query<{ key: string; storage_key: string }>(
    `select key, storage_key from archives join runs on runs.id = archives.run_id
     where removed_at is null and (($1 > 0 and stopped_at < now() - make_interval(days => $1)) or deleted_at is not null) limit 500`,
    [days],
  );
  return rows.map((row) => ({ key: row.key, storageKey: row.storage_key }));
}

export async function markArchiveRemoved(db: Queryable, key: string): Promise<void> {
  await db.query(`update archives set removed_at = now() where key = $1`, [key]);
}

const isDone = `(coalesce($1 > 0 and stopped_at < now() - make_interval(days => $1), false)
  or (deleted_at is not null and phase = 'finished'))`;

/**
 * Whether a row of run_files can be removed: tests keep the files of the run whose settings they use, and the plan of
 * each version.
 */
const isFileDone = (file: string) => `(${isDone} and (deleted_at is not null or not (
  exists (select from tests where tests.run_id = runs.id)
  or (${file}.name = runs.plan_name and exists (select from tests where tests.id = runs.test_id)
    and runs.number = (select min(number) from runs as same
      where same.test_id = runs.test_id and same.plan_version = runs.plan_version and same.deleted_at is null)))))`;

/** Stored files whose runs all ended `days` days ago; repeats share files. */
export async function expiredFiles(db: Queryable, days: number): Promise<string[]> {
  const rows = await db.query<{ storage_key: string }>(
    `select storage_key from run_files join runs on runs.id = run_files.run_id
     group by storage_key having bool_or(removed_at is null) and bool_and(${isFileDone('run_files')}) limit 500`,
    [days],
  );
  return rows.map((row) => row.storage_key);
}

/**
 * Marks a stored file as removed, unless a new repeat uses it. The lock serializes this with the creation of repeats.
 */
export async function claimExpiredFile(tx: Queryable, storageKey: string, days: number): Promise<boolean> {
  await tx.query(`select from run_files where storage_key = $1 order by id for update`, [storageKey]);
  const rows = await tx.query(
    `update run_files set removed_at = now() where storage_key = $2 and removed_at is null and not exists (
       select from run_files as shared join runs on runs.id = shared.run_id
       where shared.storage_key = $2 and not ${isFileDone('shared')}) returning id`,
    [days, storageKey],
  );
  return rows.length > 0;
}

/** Stored files without a reference. */
export async function unknownFiles(db: Queryable, storageKeys: string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `select stored.key from unnest($1::text[]) as stored (key)
     where not exists (select from run_files where storage_key = stored.key and removed_at is null)
       and not exists (select from archives where storage_key = stored.key and removed_at is null)`,
    [storageKeys],
  );
  return rows.map(({ key }) => key);
}

/** Runs whose frames have expired; roll-ups are kept, so reports do not change. */
export async function expiredFrameRuns(db: Queryable, days: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from runs where phase = 'finished' and frames_removed_at is null and ${isDone} limit 50`,
    [days],
  );
  return rows.map((row) => row.id);
}

export async function removeFramesOf(db: Queryable, runId: string): Promise<void> {
  await removeFrames(db, runId);
  await removeErrorSamples(db, runId);
  await db.query(`update runs set frames_removed_at = now() where id = $1`, [runId]);
}

/** Deletes the roll-ups of deleted runs. */
export async function removeRollupsOfDeleted(db: Queryable): Promise<void> {
  await db.query(
    `delete from rollups where run_id in (
       select id from runs where deleted_at is not null and phase = 'finished'
         and exists (select from rollups where run_id = runs.id) limit 50)`,
  );
  await db.query(
    `delete from vitals where execution_id in (
       select executions.id from executions join runs on runs.id = run_id where deleted_at is not null and phase = 'finished')`,
  );
}
