import type { Log } from '../lib/log.ts';
import type { Database } from '../store/database.ts';
import { announceService, forgetService, otherServices } from '../store/workers.ts';

const beatEveryMs = 2000;

/** Announces this service and returns the data folders of others that are running. */
export async function meetOthers(input: {
  database: Database;
  folderId: string;
  log: Log;
  undo: AsyncDisposableStack;
}): Promise<string[]> {
  const { database, folderId, log, undo } = input;
  const presence = await startPresence(database, folderId, log);
  undo.defer(() => presence.stop());
  // Announced first: of services that start at the same time, at least one finds the other.
  return otherServices(database, folderId);
}

/** Announces this data folder to other services on the database, by heartbeats until it is stopped. */
async function startPresence(
  database: Database,
  folderId: string,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  await announceService(database, folderId);
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating
      .then(() => announceService(database, folderId))
      .catch((error: unknown) => log.warn({ err: error }, 'service.presence.failed'));
  }, beatEveryMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await beating;
      await forgetService(database, folderId).catch((error: unknown) =>
        log.warn({ err: error }, 'service.presence.failed'),
      );
    },
  };
}
