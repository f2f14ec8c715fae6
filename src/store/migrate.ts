import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../lib/log.ts';
import { packageFile } from '../lib/package-files.ts';
import type { Database, Queryable } from './database.ts';
import { migrateJobs } from './jobs.ts';

export interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

export interface MigrateOptions {
  database: Database;
  log: Log;
  /** Number of the last migration to apply. */
  upTo?: number;
  /** Folder of the numbered files. */
  folder?: string;
}

/** Applies the missing migrations. Safe to run concurrently. */
export async function migrate({ database, log, upTo, folder = ownFolder }: MigrateOptions): Promise<void> {
  const known = await readMigrations(folder);
  await locked(database, (tx) =>
    tx.query(`create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`),
  );
  for (const migration of known.filter(({ number }) => number <= (upTo ?? Number.POSITIVE_INFINITY))) {
    const isNew = await locked(database, (tx) => applyOnce(tx, migration));
    if (isNew) log.info({ migration: migration.name }, 'database.migrated');
  }
  await refuseNewer(database, known);
  await migrateJobs(database, log);
}

/** Number of the newest applied migration; 0 for an empty database. */
export async function schemaVersion(db: Queryable): Promise<number> {
  const [table] = await db.query<{ found: boolean }>(
    "select to_regclass('schema_migrations') is not null as found",
  );
  if (!table?.found) return 0;
  const [row] = await db.query<{ newest: number | null }>(
    'select max(number) as newest from schema_migrations',
  );
  return row?.newest ?? 0;
}

export interface MigrationPlan {
  /** Number of the newest applied migration; 0 for an empty database. */
  applied: number;
  /** Number of the newest migration of this program. */
  newest: number;
  /** Names of the migrations that `migrate` would apply. */
  missing: string[];
  /** Why `migrate` would fail; null if it would not. */
  obstacle: string | null;
}

/** The effect of `migrate`, without changing anything. */
export async function planMigrations(db: Queryable, folder = ownFolder): Promise<MigrationPlan> {
  const known = await readMigrations(folder);
  const newest = known.at(-1)?.number ?? 0;
  const applied = await schemaVersion(db);
  const rows =
    applied === 0
      ? []
      : await db.query<{ number: number; checksum: string }>(
          'select number, checksum from schema_migrations',
        );
  const checksums = new Map(rows.map(({ number, checksum }) => [number, checksum]));
  const different = known.find(({ number, checksum }) => (checksums.get(number) ?? checksum) !== checksum);
  const error = different ? changed(different) : applied > newest ? tooNew(applied, newest) : null;
  const missing = known.filter(({ number }) => !checksums.has(number)).map(({ name }) => name);
  return { applied, newest, missing, obstacle: error?.message ?? null };
}

export async function readMigrations(folder = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations: Migration[] = [];
  for (const name of names) {
    const sql = await readFile(join(folder, name), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    migrations.push({ number: Number.parseInt(name, 10), name, sql, checksum });
  }
  return migrations;
}

const ownFolder = packageFile('src/store/migrations');
const lockKey = 7_328_283;

function locked<T>(database: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return database.transaction(
    async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [lockKey]);
      return work(tx);
    },
    { isIdempotent: true },
  );
}

async function applyOnce(tx: Queryable, migration: Migration): Promise<boolean> {
  const [applied] = await tx.query<{ checksum: string }>(
    'select checksum from schema_migrations where number = $1',
    [migration.number],
  );
  if (applied && applied.checksum !== migration.checksum) throw changed(migration);
  if (applied) return false;
  const [newer] = await tx.query('select 1 from schema_migrations where number > $1', [migration.number]);
  if (newer) throw tooNew(await schemaVersion(tx), migration.number - 1);
  await tx.query(migration.sql);
  await tx.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.checksum,
  ]);
  return true;
}

async function refuseNewer(database: Database, known: Migration[]): Promise<void> {
  const newest = await schemaVersion(database);
  const newestKnown = known.at(-1)?.number ?? 0;
  if (newest > newestKnown) throw tooNew(newest, newestKnown);
}

function changed({ name }: Migration): AppError {
  return new AppError(
    'conflict',
    `The migration ${name} differs from the one applied to this database. Use the version of Spate that last used the database.`,
  );
}

function tooNew(database: number, code: number): AppError {
  return new AppError(
    'conflict',
    `The database has schema version ${database}; this version of Spate supports up to ${code}. Start the newer Spate, or restore a backup of this version.`,
  );
}
