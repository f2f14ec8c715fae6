import { AppError } from '../../../domain/errors.ts';
import type { Sealer } from '../../../lib/seal.ts';
import { findCredential } from '../../../store/credentials.ts';
import type { Database } from '../../../store/database.ts';
import { accessOf } from './check-credential.ts';
import type { AzureAccess } from './sessions.ts';

/** Finds the access of a grid by its account and target: the id of a credential, or a subscription of the operator. */
export type FindAzureAccess = (accountId: number, target: string | null) => Promise<AzureAccess>;

export function createFindAzureAccess(database: Database, sealer: Sealer): FindAzureAccess {
  return async (accountId, target) => {
    if (target !== null && isSubscriptionId(target)) return { kind: 'service', subscriptionId: target };
    const credential = await findCredential(database, accountId, Number(target));
    const access =
      credential &&
      accessOf({
        ...credential,
        subscriptionId: credential.cloudAccount,
        secret: credential.sealedSecret ? sealer.open(credential.sealedSecret) : null,
      });
    if (access) return access;
    throw new AppError(
      'credential_unknown',
      credential
        ? `Credential ${target} has no tenant, client or subscription, because it was added to an older version. Add it again.`
        : `Credential ${target} of the grid has been removed. Add a credential of the same subscription, and delete the resource group of the grid in Azure.`,
    );
  };
}

/** A GUID, which no credential id is. */
function isSubscriptionId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
