import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../lib/log.ts';
import {
  type BackedUpJob,
  type BackupEnd,
  type BackupManifest,
  backupFormat,
  entryNames,
  filePrefix,
  tablePrefix,
} from './backup-format.ts';
import { type Database, openDatabase, type Queryable } from './database.ts';
import { restoringMark, startEmbedded } from './embedded/start-embedded.ts';
import { migrate, readMigrations, schemaVersion } from './migrate.ts';

export interface RestoreOptions {
  /** Must be empty or missing. */
  dataDir: string;
  /** An external, empty database; undefined: an embedded one is created in the data folder. */
  url?: string;
  from: string;
  log: Log;
}

/** Restores a backup. After an unfinished restore, the service does not start. */
export async function restore({ dataDir, url, from, log }: RestoreOptions): Promise<void> {
  await requireEmpty(dataDir);
  const manifest = await readManifest(from);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const embedded = url === undefined ? await startEmbedded({ dataDir, log }) : undefined;
  await writeFile(join(dataDir, restoringMark), '');
  const database = openDatabase({ url: url ?? embedded?.url ?? '', log, statementTimeoutMs: 0 });
  try {
    if ((await schemaVersion(database)) > 0) {
      throw new AppError(
        'conflict',
        'The database at DATABASE_URL is not empty. Restore into an empty database.',
      );
    }
    await migrate({ database, log, upTo: manifest.schemaVersion });
    await load(database, manifest, dataDir, from).catch((error) => {
      throw isTarError(error) ? cutOff(error.message) : error;
    });
    await migrate({ database, log });
  } finally {
    await database.close();
    await embedded?.stop();
  }
  await rm(join(dataDir, restoringMark));
}

async function requireEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return;
  throw new AppError('conflict', `The folder ${dataDir} is not empty. Restore into an empty folder.`);
}

async function readManifest(from: string): Promise<BackupManifest> {
  const manifest = await findManifest(from);
  if (!manifest) throw new AppError('invalid', `${from} is not a backup of Spate.`);
  const newest = (await readMigrations()).at(-1)?.number ?? 0;
  if (manifest.format <= backupFormat && manifest.schemaVersion <= newest) return manifest;
  throw new AppError(
    'conflict',
    `${from} was made by a newer version of Spate. Restore it with that version.`,
  );
}

async function findManifest(from: string): Promise<BackupManifest | undefined> {
  try {
    for await (const { name, body } of entriesOf(from)) {
      return name === entryNames.manifest ? await readJson<BackupManifest>(body) : undefined;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return undefined;
}

/** Inserts all rows in one transaction, committed after the last entry. */
async function load(
  database: Database,
  manifest: BackupManifest,
  dataDir: string,
  from: string,
): Promise<void> {
  let attempts = 0;
  await database.transaction(async (tx) => {
    if (++attempts > 1)
      throw new AppError(
        'starting',
        'The connection to the database was lost during the restore. Run it again.',
      );
    const counts: Record<string, number> = {};
    let files = 0;
    for await (const { name, mode, body } of entriesOf(from)) {
      if (name === entryNames.end) return finish(tx, await readJson<BackupEnd>(body), counts, files);
      if (name === entryNames.jobs) await loadJobs(tx, await readJson<BackedUpJob[]>(body));
      if (name.startsWith(tablePrefix)) {
        const table = name.slice(tablePrefix.length).split('/')[0] ?? '';
        if (!manifest.tables.includes(table)) throw cutOff(`it has rows of an unknown table ${table}`);
        const rows = await readJson<string[]>(body);
        await loadRows(tx, table, rows);
        counts[table] = (counts[table] ?? 0) + rows.length;
      }
      if (name.startsWith(filePrefix)) {
        await loadFile(dataDir, name.slice(filePrefix.length), mode, body);
        files++;
      }
    }
    throw cutOff('its end is missing');
  });
}

async function loadRows(tx: Queryable, table: string, rows: string[]): Promise<void> {
  const name = `"${table}"`;
  await tx.query(
    `insert into ${name} overriding system value select (r.row::${name}).* from unnest($1::text[]) as r (row)`,
    [rows],
  );
}

async function loadJobs(tx: Queryable, jobs: BackedUpJob[]): Promise<void> {
  for (const job of jobs) {
    await tx.query(
      `select from graphile_worker.add_job(identifier => $1, payload => $2::json, run_at => $3::timestamptz,
        job_key => $4, max_attempts => $5, priority => $6, queue_name => $7)`,
      [
        job.name,
        JSON.stringify(job.payload),
        job.runAt,
        job.key,
        job.maxAttempts,
        job.priority,
        job.queueName,
      ],
    );
  }
}

async function loadFile(dataDir: string, path: string, mode: number, body: Readable): Promise<void> {
  const target = join(dataDir, path);
  const isInside = normalize(path) === path && !path.startsWith('..') && !path.startsWith('/');
  if (!isInside) throw cutOff(`it has a file outside of the data folder, ${path}`);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(body, createWriteStream(target, { flags: 'wx', mode, flush: true }));
}

async function finish(
  tx: Queryable,
  end: BackupEnd,
  counts: Record<string, number>,
  files: number,
): Promise<void> {
  for (const [table, count] of Object.entries(end.rows)) {
    if ((counts[table] ?? 0) !== count) throw cutOff(`rows of ${table} are missing`);
  }
  if (files !== end.files) throw cutOff('files are missing');
  for (const { name, lastValue } of end.sequences) {
    await tx.query(`select setval($1::regclass, $2)`, [`"${name}"`, lastValue]);
  }
}

function cutOff(why: string): AppError {
  return new AppError('invalid', `The backup is corrupt: ${why}. Use another backup.`);
}

async function* entriesOf(from: string): AsyncGenerator<{ name: string; mode: number; body: Readable }> {
  const tar = extract();
  const source = createReadStream(from);
  let unreadable: Error | undefined;
  source.once('error', (error) => {
    unreadable = error;
  });
  const reading = pipeline(source, tar).catch(() => undefined);
  try {
    for await (const entry of tar) {
      yield { name: entry.header.name, mode: entry.header.mode ?? 0o600, body: entry as unknown as Readable };
      entry.resume();
    }
  } catch (error) {
    throw unreadable ?? (isTarError(error) ? cutOff(error.message) : error);
  } finally {
    tar.destroy();
    await reading;
  }
}

function isTarError(error: unknown): error is Error {
  return error instanceof Error && /^(Unexpected end of data|Invalid tar header)/.test(error.message);
}

async function readJson<T>(body: Readable): Promise<T> {
  return JSON.parse((await buffer(body)).toString('utf8')) as T;
}
