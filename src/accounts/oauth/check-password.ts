import type { IncomingMessage } from 'node:http';
import { AppError } from '../../domain/errors.ts';
import type { Accounts, Browser } from '../accounts.ts';
import type { CheckPassword } from './password-grant.ts';

/** Checks a password with the rate limits and counters of a browser sign-in, without keeping a session. */
export function createPasswordCheck(
  accounts: Accounts,
  browserOf: (request: IncomingMessage) => Browser,
): CheckPassword {
  return async (email, password, request) => {
    try {
      const { actor } = await accounts.signInWithPassword({ email, password }, browserOf(request));
      if (actor.means.kind === 'session') await accounts.endSession(actor, actor.means.id);
      return await accounts.user(actor, actor.userId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_authenticated') return undefined;
      throw error;
    }
  };
}
