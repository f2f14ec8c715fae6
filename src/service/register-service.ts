import { ensureFirst } from '../accounts/ensure-first.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../store/database.ts';
import { announceService, lockServiceStart, otherServices } from '../store/workers.ts';
import { checkFilesPlace } from './files-place.ts';
import { startPresence } from './service-presence.ts';
import { checkSharedState, type SharedStateInput } from './shared-state.ts';

export interface RegisterInput extends SharedStateInput {
  database: Database;
  log: Log;
  undo: AsyncDisposableStack;
}

/**
 * Announces this service to others on the database, after a check of what they must have in common, and creates the first
 * user. Throws `conflict` without changing anything. Services that start together register one after the other, so the
 * later ones are compared with the first. Returns the token of the first user.
 */
export async function registerService(input: RegisterInput): Promise<string> {
  const { config, database, folderId, sealer, readToken, log, undo } = input;
  // Other services cannot reach the embedded database.
  const isShared = config.databaseUrl !== null;
  const token = await database.transaction(
    async (tx) => {
      await lockServiceStart(tx);
      const others = isShared ? await otherServices(tx, folderId) : [];
      await checkSharedState(tx, others, input);
      await checkFilesPlace(tx, { config, folderId, isAlone: others.length === 0 });
      const firstToken = await readToken();
      await ensureFirst(tx, sealer, { email: config.ownerEmail, token: firstToken });
      if (isShared) await announceService(tx, folderId);
      return firstToken;
    },
    { isIdempotent: true },
  );
  if (isShared) {
    const presence = startPresence(database, folderId, log);
    undo.defer(() => presence.stop());
  }
  return token;
}
