import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { type Pack, pack } from 'tar-stream';
import { syncFolder } from '../lib/sync-folder.ts';
import {
  type BackedUpJob,
  type BackupEnd,
  type BackupManifest,
  backupFormat,
  entryNames,
  filePrefix,
  tablePrefix,
  tablesInOrder,
} from './backup-format.ts';
import type { Database, Queryable } from './database.ts';
import { schemaVersion } from './migrate.ts';

export interface BackupOptions {
  database: Database;
  dataDir: string;
  /** The .tar file to write; renamed into place when complete. */
  out: string;
}

export interface BackupSummary {
  rows: number;
  jobs: number;
  files: number;
}

/**
 * Writes a consistent snapshot of all rows, the pending jobs, the stored files and the keys into one file. Contains
 * secrets, so its mode is owner-only. The service may keep running.
 */
export async function backup({ database, dataDir, out }: BackupOptions): Promise<BackupSummary> {
  const partial = `${out}.partial`;
  const tar = pack();
  const client = await database.pool.connect();
  try {
    const own = await ownPaths(dataDir, [out, partial]);
    const writing = pipeline(tar, createWriteStream(partial, { mode: 0o600, flush: true }));
    const summary = writeAll(tar, client, dataDir, own);
    // A failure on one side must end the other.
    await Promise.all([writing, summary.catch((error) => tar.destroy(error))]);
    const result = await summary;
    await rename(partial, out);
    await syncFolder(dirname(out));
    return result;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    client.release(true);
  }
}

async function writeAll(
  tar: Pack,
  client: pg.PoolClient,
  dataDir: string,
  skipped: ReadonlySet<string>,
): Promise<BackupSummary> {
  const db: Queryable = {
    async query<Row extends object>(text: string, values?: unknown[]) {
      return (await client.query<Row>(text, values)).rows;
    },
  };
  await client.query('begin isolation level repeatable read, read only');
  const tables = await tablesInOrder(db);
  const manifest: BackupManifest = {
    format: backupFormat,
    createdAt: new Date().toISOString(),
    schemaVersion: await schemaVersion(db),
    tables,
  };
  await addEntry(tar, entryNames.manifest, JSON.stringify(manifest));
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table] = await addTable(tar, db, table);
  const jobs = await addJobs(tar, db);
  // Sequences are not part of the snapshot: read last, so that they are never behind the rows.
  const sequences = await db.query<{ name: string; lastValue: number }>(
    `select sequencename as name, last_value as "lastValue" from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`,
  );
  await client.query('commit');
  const files = await addFiles(tar, dataDir, skipped);
  const end: BackupEnd = { rows, jobs, files, sequences };
  await addEntry(tar, entryNames.end, JSON.stringify(end));
  tar.finalize();
  return { rows: Object.values(rows).reduce((sum, count) => sum + count, 0), jobs, files };
}

/** Rows in PostgreSQL's text format, lossless for all types, in chunks of bounded size. */
async function addTable(tar: Pack, db: Queryable, table: string): Promise<number> {
  const name = `"${table}"`;
  await db.query(`declare backup_rows no scroll cursor for select ${name}::text as row from ${name}`);
  let count = 0;
  for (let piece = 0; ; piece++) {
    const rows = await db.query<{ row: string }>('fetch 200 from backup_rows');
    if (rows.length === 0) break;
    count += rows.length;
    const entry = `${tablePrefix}${table}/${String(piece).padStart(8, '0')}.json`;
    await addEntry(tar, entry, JSON.stringify(rows.map(({ row }) => row)));
  }
  await db.query('close backup_rows');
  return count;
}

async function addJobs(tar: Pack, db: Queryable): Promise<number> {
  const jobs = await db.query<BackedUpJob>(
    `select t.identifier as name, j.payload, j.run_at::text as "runAt", j.key, j.max_attempts as "maxAttempts",
      j.priority, q.queue_name as "queueName"
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where j.attempts < j.max_attempts or j.locked_at is not null
    order by j.id`,
  );
  await addEntry(tar, entryNames.jobs, JSON.stringify(jobs));
  return jobs.length;
}

// Recreated by the service, or valid only while it runs.
const skippedNames =
  /^(postgres|postgres-socket|url|staged|nodes|node-bundles|run|tmp|.*\.(lock|lock-journal|log|old|pid|sock))$/;

/** Paths of the backup itself, relative to the data folder, which must be excluded. */
async function ownPaths(dataDir: string, paths: readonly string[]): Promise<Set<string>> {
  const root = await realpath(dataDir);
  const own = new Set<string>();
  for (const path of paths) own.add(relative(root, join(await realpath(dirname(path)), basename(path))));
  return own;
}

/** Adds the rest of the data folder: tokens, keys, certificates and stored files. Links are not followed. */
async function addFiles(
  tar: Pack,
  dataDir: string,
  skipped: ReadonlySet<string>,
  below = '',
): Promise<number> {
  let count = 0;
  for (const name of (await readdir(join(dataDir, below))).sort()) {
    if (skippedNames.test(name)) continue;
    const path = join(below, name);
    if (skipped.has(path)) continue;
    const stats = await lstat(join(dataDir, path)).catch(() => undefined);
    if (stats?.isDirectory()) count += await addFiles(tar, dataDir, skipped, path);
    if (stats?.isFile() && (await addFile(tar, dataDir, path, stats))) count++;
  }
  return count;
}

/** False when the file was removed since it was listed. */
async function addFile(
  tar: Pack,
  dataDir: string,
  path: string,
  { size, mode }: { size: number; mode: number },
): Promise<boolean> {
  if (size === 0) {
    await addEntry(tar, `${filePrefix}${path}`, '');
    return true;
  }
  const source = createReadStream(join(dataDir, path), { end: size - 1 });
  const isThere = await new Promise<boolean>((resolve, reject) => {
    source.once('open', () => resolve(true));
    source.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(false) : reject(error),
    );
  });
  if (!isThere) return false;
  const entry = tar.entry({ name: `${filePrefix}${path}`, size, mode: mode & 0o777 });
  await pipeline(source, entry);
  return true;
}

async function addEntry(tar: Pack, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await new Promise<void>((resolve, reject) => {
    const whenWritten = (error?: Error | null) => (error ? reject(error) : resolve());
    tar.entry({ name, size: bytes.length, mode: 0o600 }, whenWritten).end(bytes);
  });
}
