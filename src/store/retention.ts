import type { Queryable } from './database.ts';

/** Archives of runs that ended so many days ago (0: never), or that people have deleted. */
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

/** Stored files all of whose runs ended so long ago; repeats share files, so one young run keeps them. */
export async function expiredFiles(db: Queryable, days: number): Promise<string[]> {
  const rows = await db.query<{ storage_key: string }>(
    `select storage_key from run_files join runs on runs.id = run_files.run_id
     group by storage_key
     having bool_or(removed_at is null)
       and bool_and(coalesce($1 > 0 and stopped_at < now() - make_interval(days => $1), false) or (deleted_at is not null and phase = 'finished'))
     limit 500`,
    [days],
  );
  return rows.map((row) => row.storage_key);
}

export async function markFilesRemoved(db: Queryable, storageKey: string): Promise<void> {
  await db.query(`update run_files set removed_at = now() where storage_key = $1`, [storageKey]);
}

/** Runs whose frames may go; their roll-ups stay, so nothing that is shown changes. */
export async function expiredFrameRuns(db: Queryable, days: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from runs where phase = 'finished' and frames_removed_at is null
       and (($1 > 0 and stopped_at < now() - make_interval(days => $1)) or deleted_at is not null) limit 50`,
    [days],
  );
  return rows.map((row) => row.id);
}

export async function removeFramesOf(db: Queryable, runId: string): Promise<void> {
  await db.query(`delete from frames where run_id = $1`, [runId]);
  await db.query(`update runs set frames_removed_at = now() where id = $1`, [runId]);
}
