import type { Config } from '../config/config.ts';
import type { Log } from '../lib/log.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { startEmbedded } from '../store/embedded/start-embedded.ts';
import { lockDataDir } from '../store/lock-data-dir.ts';
import { migrate } from '../store/migrate.ts';
import { type DatabaseWatch, watchDatabase } from '../store/watch-database.ts';

interface State {
  database: Database;
  watch: DatabaseWatch;
}

/** Locks the data folder, starts the embedded PostgreSQL unless another one is configured, and migrates the database. */
export async function openState(config: Config, log: Log, undo: AsyncDisposableStack): Promise<State> {
  let url = config.databaseUrl;
  if (url === null) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log });
    undo.defer(() => embedded.stop());
    url = embedded.url;
  } else {
    const lock = lockDataDir(config.dataDir);
    undo.defer(() => lock.release());
  }
  const directUrl = config.databaseDirectUrl;
  // Migrations of large tables may exceed the statement timeout.
  const patient = openDatabase({ url: directUrl ?? url, log, maxConnections: 2, statementTimeoutMs: 0 });
  await migrate({ database: patient, log }).finally(() => patient.close());
  const database = openDatabase({ url, directUrl, log });
  undo.defer(() => database.close());
  const watch = watchDatabase({ url, log });
  undo.defer(() => watch.stop());
  return { database, watch };
}
