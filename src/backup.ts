import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupSummary } from './cli/parts.ts';
import type { Config } from './config/config.ts';
import type { Log } from './lib/log.ts';
import { backup as writeBackup } from './store/backup.ts';
import { openDatabase } from './store/database.ts';
import { findPostmaster } from './store/embedded/postmaster.ts';
import { startEmbedded } from './store/embedded/start-embedded.ts';
import { socketUrl } from './store/embedded/wait-until-ready.ts';
import { restore as readBackup } from './store/restore.ts';

/** Backs up a data folder and its database. A service may be running on it. */
export async function backup(config: Config, out: string, log: Log): Promise<BackupSummary> {
  const dataDir = await realpath(config.dataDir);
  const { url, leave } = await reachDatabase(config, dataDir, log);
  try {
    const database = openDatabase({ url, log, statementTimeoutMs: 0 });
    try {
      return await writeBackup({ database, dataDir, out });
    } finally {
      await database.close();
    }
  } finally {
    await leave();
  }
}

export async function restore({ dataDir, databaseUrl }: Config, from: string, log: Log): Promise<void> {
  await readBackup({ dataDir, url: databaseUrl ?? undefined, from, log });
}

/** The configured database, the embedded one of a running service, or an embedded one started for the backup. */
async function reachDatabase(
  { databaseUrl }: Config,
  dataDir: string,
  log: Log,
): Promise<{ url: string; leave(): Promise<void> }> {
  if (databaseUrl !== null) return { url: databaseUrl, leave: async () => {} };
  const running = await findPostmaster(join(dataDir, 'postgres', 'data'));
  if (running) return { url: socketUrl(running.socketFolder, 'spate'), leave: async () => {} };
  const embedded = await startEmbedded({ dataDir, log });
  return { url: embedded.url, leave: () => embedded.stop() };
}
