import { randomBytes } from 'node:crypto';
import { AppError } from '../domain/errors.ts';
import { hashToken } from '../lib/seal.ts';
import type { Database } from '../store/database.ts';
import { insertSignInLink, takeSignInLink } from '../store/sign-in-links.ts';
import type { Accounts } from './accounts.ts';
import type { Guesses } from './guesses.ts';
import { beginSession } from './sessions.ts';

/** Short, because terminals keep what they have shown. */
const lastsMinutes = 10;

type SignInLinks = Pick<Accounts, 'createSignInLink' | 'signInWithLink'>;

export function createSignInLinks(database: Database, guesses: Guesses): SignInLinks {
  return {
    async createSignInLink({ userId, means }) {
      if (means.kind === 'session')
        throw new AppError('conflict', 'This browser is signed in. Create sign-in links with a token.');
      if (means.kind === 'application')
        throw new AppError('not_allowed', 'An application cannot create sign-in links. Use your own token.');
      const secret = randomBytes(32).toString('base64url');
      const hash = hashToken(secret);
      const expiresAt = await insertSignInLink(database, { hash, userId, tokenId: means.id, lastsMinutes });
      return { secret, expiresAt };
    },

    async signInWithLink(secret, from) {
      const signedIn = await database.transaction(async (tx) => {
        const taken = await takeSignInLink(tx, hashToken(secret));
        return taken && beginSession(tx, taken.userId, from, taken.tokenId);
      });
      if (signedIn) return signedIn;
      await guesses.noteWrongToken(from.address);
      throw new AppError(
        'not_authenticated',
        'This sign-in link is not valid: it was used, or has expired. Get a new one with "spate open".',
      );
    },
  };
}
