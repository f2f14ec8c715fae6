import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { AppError } from '../domain/errors.ts';
import { exists } from '../lib/exists.ts';
import type { Log } from '../lib/log.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { findPostmaster } from '../store/embedded/postmaster.ts';
import { startEmbedded } from '../store/embedded/start-embedded.ts';
import { socketUrl } from '../store/embedded/wait-until-ready.ts';

/** Runs `work` on the database of a data folder, also while its service runs. A server started for this is stopped. */
export async function withDatabase<T>(
  config: Config,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { url, leave } = await reachDatabase(config, log);
  try {
    const database = openDatabase({ url, log, statementTimeoutMs: 0 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await leave();
  }
}

/** The configured database, the embedded one of a running service, or an embedded one started for this. */
async function reachDatabase(config: Config, log: Log): Promise<{ url: string; leave(): Promise<void> }> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, leave: async () => {} };
  const dataDir = await realpath(config.dataDir);
  const cluster = join(dataDir, 'postgres', 'data');
  if (!(await exists(join(cluster, 'PG_VERSION'))))
    throw new AppError(
      'not_found',
      `There is no database in ${dataDir}. Set the data folder of the service with --data-dir, or DATABASE_URL.`,
    );
  const running = await findPostmaster(cluster);
  if (running) return { url: socketUrl(running.socketFolder, 'spate'), leave: async () => {} };
  const embedded = await startEmbedded({ dataDir, log });
  return { url: embedded.url, leave: () => embedded.stop() };
}
