import type { Queryable } from './database.ts';

/** Incremented when older versions cannot read the format. */
export const backupFormat = 1;

/** First entry of a backup. */
export interface BackupManifest {
  format: number;
  createdAt: string;
  /** Number of the newest migration in the backup. */
  schemaVersion: number;
  /** In dependency order: referenced tables first. */
  tables: string[];
}

/** Last entry; a backup without it is truncated. */
export interface BackupEnd {
  rows: Record<string, number>;
  jobs: number;
  files: number;
  sequences: { name: string; lastValue: number }[];
}

export const entryNames = { manifest: 'manifest.json', jobs: 'jobs.json', end: 'end.json' } as const;
export const tablePrefix = 'tables/';
export const filePrefix = 'data/';

/** A pending job, as arguments of add_job. */
export interface BackedUpJob {
  name: string;
  payload: unknown;
  runAt: string;
  key: string | null;
  maxAttempts: number;
  priority: number;
  queueName: string | null;
}

/** All tables of Spate in dependency order: referenced tables first. */
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
    if (ready.length === 0) throw new Error('The foreign keys of the tables are cyclic.');
    ordered.push(...ready.map(({ name }) => name));
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}
