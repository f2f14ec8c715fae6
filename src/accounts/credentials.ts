import type { Actor } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import type { Sealer } from '../lib/seal.ts';
import {
  externalIdOf,
  findCredential,
  gridNamesOfCredential,
  insertCredential,
  listCredentials,
  markCredentialRemoved,
} from '../store/credentials.ts';
import type { Database } from '../store/database.ts';
import type { Accounts, NewCredential } from './accounts.ts';
import { notFound, requireOwner, requireText } from './checks.ts';

/**
 * Checks a credential with its cloud. Returns the account or subscription there, or null for a cloud that the service
 * has no provider for. Throws credential_rejected.
 */
export type CheckCredential = (credential: NewCredential, externalId: string) => Promise<string | null>;

type Credentials = Pick<Accounts, 'credentials' | 'addCredential' | 'removeCredential' | 'externalId'>;

export function createCredentials(database: Database, sealer: Sealer, check: CheckCredential): Credentials {
  const externalId = (actor: Actor) => externalIdOf(database, actor.accountId);
  return {
    credentials: (actor) => listCredentials(database, actor.accountId),
    externalId,

    async addCredential(actor, input) {
      requireOwner(actor, 'add credentials');
      const {
        secret,
        subscriptionId: _,
        ...shown
      } = { ...input, provider: requireText('provider', input.provider) };
      const cloudAccount = await check(input, await externalId(actor));
      return database.transaction((tx) =>
        insertCredential(tx, {
          ...shown,
          accountId: actor.accountId,
          cloudAccount,
          sealedSecret: secret === null ? null : sealer.seal(secret),
        }),
      );
    },

    async removeCredential(actor, credentialId) {
      requireOwner(actor, 'remove credentials');
      const { accountId } = actor;
      await database.transaction(async (tx) => {
        const credential = await findCredential(tx, accountId, credentialId);
        if (!credential) throw notFound('credential', credentialId);
        const [grid] = await gridNamesOfCredential(tx, accountId, credential);
        if (grid !== undefined)
          throw new AppError(
            'conflict',
            `Credential ${credentialId} is needed to end the machines of grid ${grid}. Stop the grid, and remove the credential when the machines have ended.`,
          );
        await markCredentialRemoved(tx, accountId, credentialId);
      });
    },
  };
}
