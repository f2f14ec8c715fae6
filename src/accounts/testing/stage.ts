import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Actor, Role } from '../../domain/account.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { openSealer } from '../../lib/seal.ts';
import type { Database } from '../../store/database.ts';
import type { Accounts } from '../accounts.ts';
import { createAccounts } from '../create-accounts.ts';
import { ensureFirst, type FirstOwner } from '../ensure-first.ts';
import { cheapEffort } from './cheap-effort.ts';

export const owner = { email: 'owner@example.com', token: 'first-token' };
export const laptop = { address: '203.0.113.9', userAgent: 'A browser' };

/** An account with its first owner, and a manually set clock. */
export async function openAccounts(t: TestContext, database: Database) {
  const sealer = await openSealer(join(await temporaryFolder(t), 'seal.key'));
  let aheadMs = 0;
  const clock = { nowMs: () => Date.now() + aheadMs };
  const accounts = createAccounts({ database, sealer, clock, passwordEffort: cheapEffort });
  const startAgain = (given: FirstOwner) => database.transaction((tx) => ensureFirst(tx, sealer, given));
  await startAgain(owner);
  const actor = await enter(accounts, owner.token);
  return {
    accounts,
    actor,
    /** What a start of the service does with the token of the first owner. */
    startAgain,
    pass: (ms: number) => {
      aheadMs += ms;
    },
    add: async (role: Role, email = `${role}@example.com`): Promise<Actor & { token: string }> => {
      const { token } = await accounts.addUser(actor, { email, role });
      return { ...(await enter(accounts, token)), token };
    },
    /** Creates a user with a password. */
    join: async (email: string, password: string, role: Role = 'member') => {
      const { secret } = await accounts.invite(actor, { email, role });
      return accounts.acceptInvitation({ secret, password, name: null }, laptop);
    },
  };
}

export async function enter(accounts: Accounts, token: string): Promise<Actor> {
  const actor = await accounts.authenticate(token);
  assert.ok(actor, `${token} is valid`);
  return actor;
}

export const throwsCode = (code: ErrorCode) => (error: unknown) =>
  error instanceof AppError && error.code === code;
