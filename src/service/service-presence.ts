import type { Log } from '../lib/log.ts';
import type { Database } from '../store/database.ts';
import { announceService, forgetService } from '../store/workers.ts';

const beatEveryMs = 2000;

/** Announces this data folder to other services on the database, by heartbeats until it is stopped. */
export function startPresence(database: Database, folderId: string, log: Log): { stop(): Promise<void> } {
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
