import { AppError } from '../domain/errors.ts';
import { hashToken, type Sealer } from '../lib/seal.ts';
import type { Queryable } from '../store/database.ts';
import { findOrCreateProject } from '../store/projects.ts';
import {
  findPrimaryToken,
  findTokenByHash,
  insertToken,
  restorePrimaryToken,
  revokeTokenById,
} from '../store/tokens.ts';
import { findFirstAccount, insertAccount, insertUser, listUsers, lockAccount } from '../store/users.ts';

export interface FirstOwner {
  email: string;
  token: string;
}

/**
 * Creates the first account with its owner, or makes the given token the primary token of the longest-standing owner.
 */
export async function ensureFirst(tx: Queryable, sealer: Sealer, owner: FirstOwner): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey]);
  const account = (await findFirstAccount(tx)) ?? (await insertAccount(tx, owner.email));
  await lockAccount(tx, account.id);
  await findOrCreateProject(tx, account.id, null);
  const users = await listUsers(tx, account.id);
  const first =
    users.find((user) => user.role === 'owner') ??
    (await insertUser(tx, { accountId: account.id, email: owner.email, role: 'owner' }));
  if (!first)
    throw new AppError(
      'conflict',
      `The account has no owner, and ${owner.email} is already a user with another role.`,
    );
  await giveToken(tx, sealer, first.id, owner.token);
}

async function giveToken(tx: Queryable, sealer: Sealer, userId: number, token: string): Promise<void> {
  const hash = hashToken(token);
  const known = await findTokenByHash(tx, hash);
  // The token of a removed user must not authenticate another user.
  if (known?.isUserRemoved) return;
  // A demoted first owner keeps the token; the current owner has other ways to sign in.
  if (known?.isPrimary && known.userId < userId) return;
  if (known && known.userId !== userId) {
    throw new AppError(
      'conflict',
      'The token for the first owner is already used by another user. Choose another token.',
    );
  }
  const primary = await findPrimaryToken(tx, userId);
  if (primary && primary.id !== known?.id) await revokeTokenById(tx, primary.id);
  // Encrypted again each time: the key in the data folder may have changed.
  const sealed = sealer.seal(token);
  if (known) await restorePrimaryToken(tx, known.id, sealed);
  else await insertToken(tx, { userId, name: 'primary', hash, sealed, isPrimary: true });
}

const lockKey = 7_328_284;
