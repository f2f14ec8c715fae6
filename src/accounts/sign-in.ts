import type { Actor } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import type { Database } from '../store/database.ts';
import { findByEmail, hasPasswords, passwordHashOf, replacePassword } from '../store/passwords.ts';
import { addressesOfUser, endSessionsOfUser } from '../store/sessions.ts';
import type { Accounts } from './accounts.ts';
import { invalid } from './checks.ts';
import { type Guesses, networkOf } from './guesses.ts';
import { hasFullPower } from './lasting.ts';
import { type Passwords, requirePassword } from './passwords.ts';
import { beginSession } from './sessions.ts';

type SignIn = Pick<
  Accounts,
  'hasPasswords' | 'checkPassword' | 'signInWithPassword' | 'signInWithToken' | 'setOwnPassword'
>;

export interface SignInParts {
  database: Database;
  passwords: Passwords;
  guesses: Guesses;
  authenticate: Accounts['authenticate'];
}

export function createSignIn({ database, passwords, guesses, authenticate }: SignInParts): SignIn {
  const checkPassword: Accounts['checkPassword'] = async ({ email, password }, address) => {
    const holder = await findByEmail(database, email.trim());
    // Also for unknown names, for constant timing.
    const known = await addressesOfUser(database, holder?.userId ?? null);
    const isKnownHere = known.some((each) => networkOf(each) === networkOf(address));
    const wasRight = await guesses.tryPassword({ address, email, isKnownHere });
    const hash = holder?.passwordHash ?? null;
    if (!(await passwords.verify(password, hash)) || !holder || hash === null) throw notAuthenticated();
    await wasRight();
    if (passwords.isOutdated(hash)) {
      await replacePassword(database, holder.userId, { from: hash, to: await passwords.hash(password) });
    }
    return { userId: holder.userId };
  };

  return {
    hasPasswords: () => hasPasswords(database),
    checkPassword,

    async signInWithPassword(given, from) {
      const { userId } = await checkPassword(given, from.address);
      return database.transaction((tx) => beginSession(tx, userId, from, null));
    },

    async signInWithToken(token, from) {
      const actor = await authenticate(token);
      if (!actor) {
        await guesses.noteWrongToken(from.address);
        throw notAuthenticated();
      }
      if (actor.means.kind !== 'token') {
        throw new AppError(
          'not_allowed',
          'A browser session cannot be started with the token of an application.',
        );
      }
      const { id } = actor.means;
      return database.transaction((tx) => beginSession(tx, actor.userId, from, id));
    },

    async setOwnPassword(actor, { current, password, address }) {
      requirePassword('password[new]', password);
      const before = await passwordHashOf(database, actor.userId);
      if (before !== null) {
        const key = { address, email: `user ${actor.userId}`, isKnownHere: true };
        const wasRight = await guesses.tryPassword(key);
        if (!(await passwords.verify(current ?? '', before)))
          throw invalid('password[current]', 'The current password is incorrect.');
        await wasRight();
      } else await requireFullPower(database, actor);
      const after = await passwords.hash(password);
      const kept = actor.means.kind === 'session' ? actor.means.id : null;
      await database.transaction(async (tx) => {
        if (!(await replacePassword(tx, actor.userId, { from: before, to: after })))
          throw new AppError(
            'conflict',
            'The password was changed in the meantime. Sign in with the new one.',
          );
        await endSessionsOfUser(tx, actor.userId, kept);
      });
    },
  };
}

/** A password gives full access: a restricted token cannot set the first one. */
async function requireFullPower(database: Database, actor: Actor): Promise<void> {
  if (actor.means.kind !== 'application' && (await hasFullPower(database, actor))) return;
  throw new AppError(
    'not_allowed',
    'Setting the first password requires a browser session, or a token with all scopes, for all projects and without expiry.',
  );
}

function notAuthenticated(): AppError {
  return new AppError('not_authenticated', 'Not Authenticated');
}
