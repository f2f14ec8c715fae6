import type { Queryable } from './database.ts';

/** Raised when older versions could not read what is written. */
export const backupFormat = 1;

/** The first entry of a backup. */
export interface BackupManifest {
  format: number;
  createdAt: string;
  /** The newest migration of the database that was written out. */
  schemaVersion: number;
  /** Each before those that refer to it. */
  tables: string[];
}

/** The last entry: a backup without it is cut off. */
export interface BackupEnd {
  rows: Record<string, number>;
  jobs: number;
  files: number;
  sequences: { name: string; lastValue: number }[];
}

export const entryNames = { manifest: 'manifest.json', jobs: 'jobs.json', end: 'end.json' } as const;
export const tablePrefix = 'tables/';
export const filePrefix = 'data/';

/** A job that waits, as add_job takes it. */
export interface BackedUpJob {
  name: string;
  payload: unknown;
  runAt: string;
  key: string | null;
  maxAttempts: number;
  priority: number;
  queueName: string | null;
}

/** All tables of ours, each after those it refers to. */
export async function tablesInOrder(db: Queryable): Promise<string[]> {
  const tables = await db.query<{ name: string; needs: string[] }>(
    `select c.relname as name,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname not in ('schema_migrations', 'workers')
    order by c.relname`,
  );
  const ordered: string[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => needs.every((need) => ordered.includes(need)));
    if (ready.length === 0) throw new Error('The tables refer to each other in a circle.');
    ordered.push(...ready.map(({ name }) => name));
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}
