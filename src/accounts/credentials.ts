import type { Sealer } from '../lib/seal.ts';
import { insertCredential, listCredentials, markCredentialRemoved } from '../store/credentials.ts';
import type { Database } from '../store/database.ts';
import type { Accounts, NewCredential } from './accounts.ts';
import { notFound, requireOwner, requireText } from './checks.ts';

type Credentials = Pick<Accounts, 'credentials' | 'addCredential' | 'removeCredential'>;

export function createCredentials(database: Database, sealer: Sealer): Credentials {
  return {
    credentials: (actor) => listCredentials(database, actor.accountId),

    async addCredential(actor, input) {
      requireOwner(actor, 'add credentials');
      return database.transaction((tx) =>
        insertCredential(tx, {
          ...checkCredential(input),
          accountId: actor.accountId,
          sealedSecret: input.secret === null ? null : sealer.seal(input.secret),
        }),
      );
    },

    async removeCredential(actor, credentialId) {
      requireOwner(actor, 'remove credentials');
      const isRemoved = await database.transaction((tx) =>
        markCredentialRemoved(tx, actor.accountId, credentialId),
      );
      if (!isRemoved) throw notFound('credential', credentialId);
    },
  };
}

function checkCredential(input: NewCredential): Omit<NewCredential, 'secret'> {
  const { secret: _, ...rest } = input;
  return { ...rest, provider: requireText('provider', input.provider) };
}
