import type { Queryable } from './database.ts';

export interface ArchiveRecord {
  key: string;
  runId: string;
  executionId: string;
  sizeBytes: number;
  storageKey: string;
  isRemoved: boolean;
}

/** Inserts the archive of an execution; false when it already has one. */
export async function insertArchive(
  db: Queryable,
  archive: Omit<ArchiveRecord, 'isRemoved'>,
): Promise<boolean> {
  const rows = await db.query(
    `insert into archives (key, run_id, execution_id, size_bytes, storage_key) values ($1, $2, $3, $4, $5)
     on conflict (execution_id) do nothing returning key`,
    [archive.key, archive.runId, archive.executionId, archive.sizeBytes, archive.storageKey],
  );
  return rows.length === 1;
}

export async function hasArchive(db: Queryable, executionId: string): Promise<boolean> {
  const rows = await db.query('select from archives where execution_id = $1', [executionId]);
  return rows.length > 0;
}

/** Size of uploads and archives; shared files count for each run. */
export async function storedBytesOfRun(db: Queryable, runId: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `select (coalesce((select sum(size_bytes) from run_files where run_id = $1 and removed_at is null), 0)
       + coalesce((select sum(size_bytes) from archives where run_id = $1 and removed_at is null), 0))::float8 as bytes`,
    [runId],
  );
  return row?.bytes ?? 0;
}

export async function findArchive(db: Queryable, key: string): Promise<ArchiveRecord | undefined> {
  const [row] = await db.query<ArchiveRow>(
    `select archives.* from archives join runs on runs.id = archives.run_id where key = $1 and deleted_at is null`,
    [key],
  );
  return row && toArchive(row);
}

/** Sorted by grid and node. */
export async function archivesOfRuns(db: Queryable, runIds: string[]): Promise<Map<string, ArchiveRecord[]>> {
  const rows = await db.query<ArchiveRow>(
    `select archives.* from archives join executions on executions.id = archives.execution_id
     where archives.run_id = any($1) and removed_at is null order by archives.run_id, grid_index, node_index`,
    [runIds],
  );
  const byRun = new Map<string, ArchiveRecord[]>(runIds.map((id) => [id, []]));
  for (const row of rows) byRun.get(row.run_id)?.push(toArchive(row));
  return byRun;
}

interface ArchiveRow {
  key: string;
  run_id: string;
  execution_id: string;
  size_bytes: number;
  storage_key: string;
  removed_at: Date | null;
}

function toArchive(row: ArchiveRow): ArchiveRecord {
  return {
    key: row.key,
    runId: row.run_id,
    executionId: row.execution_id,
    sizeBytes: row.size_bytes,
    storageKey: row.storage_key,
    isRemoved: row.removed_at !== null,
  };
}
