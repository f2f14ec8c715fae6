import type { Actor } from '../domain/account.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Sealer } from '../lib/seal.ts';
import type { Database } from '../store/database.ts';
import type { Accounts } from './accounts.ts';
import { type CheckCredential, createCredentials } from './credentials.ts';
import { createGuesses } from './guesses.ts';
import { createInvitations } from './invitations.ts';
import { createPasswords, type Effort } from './passwords.ts';
import { createPeople } from './people.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { createSignInLinks } from './sign-in-links.ts';
import { createTokens } from './tokens.ts';

export interface AccountsOptions {
  database: Database;
  sealer: Sealer;
  clock?: Clock;
  /** Looks up tokens issued elsewhere, such as OAuth access tokens. */
  findOther?: (token: string) => Promise<Actor | undefined>;
  /** Cost of new password hashes; only tests lower it. */
  passwordEffort?: Effort;
  /** Default: credentials are not checked. */
  checkCredential?: CheckCredential;
}

export function createAccounts({
  database,
  sealer,
  clock = systemClock,
  findOther,
  passwordEffort,
  checkCredential = async () => null,
}: AccountsOptions): Accounts {
  const guesses = createGuesses(database, clock);
  const passwords = createPasswords(passwordEffort);
  const tokens = createTokens({ database, sealer, clock, findOther });
  return {
    noteWrongToken: guesses.noteWrongToken,
    ...tokens,
    ...createSessions(database),
    ...createSignIn({ database, passwords, guesses, authenticate: tokens.authenticate }),
    ...createSignInLinks(database, guesses),
    ...createPeople(database, sealer),
    ...createInvitations(database, passwords, guesses),
    ...createCredentials(database, sealer, checkCredential),
  };
}
