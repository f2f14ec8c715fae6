import { AppError } from '../../../domain/errors.ts';
import type { Sealer } from '../../../lib/seal.ts';
import { externalIdOf, findCredential } from '../../../store/credentials.ts';
import type { Database } from '../../../store/database.ts';
import { accessOf } from './check-credential.ts';
import type { AwsAccess } from './sessions.ts';

/** Finds the access of a grid by its account and target: the id of a credential, the ARN of a role, or an account of the operator. */
export type FindAccess = (accountId: number, target: string | null) => Promise<AwsAccess>;

/** 12 digits, which no credential id has. */
function isAwsAccount(text: string): boolean {
  return /^\d{12}$/.test(text);
}

export function createFindAccess(database: Database, sealer: Sealer): FindAccess {
  return async (accountId, target) => {
    if (target !== null && isAwsAccount(target)) return { kind: 'service', account: target };
    const externalId = await externalIdOf(database, accountId);
    if (target?.startsWith('arn:')) return { kind: 'role', arn: target, externalId };
    const credential = await findCredential(database, accountId, Number(target));
    const access =
      credential &&
      accessOf(
        { ...credential, secret: credential.sealedSecret ? sealer.open(credential.sealedSecret) : null },
        externalId,
      );
    if (!access)
      throw new AppError(
        'credential_unknown',
        `Credential ${target} of the grid has been removed. Add a credential of the same account to end its machines.`,
      );
    return access;
  };
}
