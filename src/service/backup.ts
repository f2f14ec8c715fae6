import { realpath } from 'node:fs/promises';
import type { BackupSummary } from '../cli/parts.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../lib/log.ts';
import { backup as writeBackup } from '../store/backup.ts';
import { restore as readBackup } from '../store/restore.ts';
import { withDatabase } from './reach-database.ts';

/** Backs up a data folder and its database. A service may be running on it. */
export async function backup(config: Config, out: string, log: Log): Promise<BackupSummary> {
  const dataDir = await realpath(config.dataDir);
  return withDatabase(config, log, (database) => writeBackup({ database, dataDir, out }));
}

export async function restore({ dataDir, databaseUrl }: Config, from: string, log: Log): Promise<void> {
  await readBackup({ dataDir, url: databaseUrl ?? undefined, from, log });
}
