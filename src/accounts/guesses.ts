import { isIPv6 } from 'node:net';
import { AppError } from '../domain/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Queryable } from '../store/queryable.ts';
import { giveBackToThrottle, type Limit, takeFromThrottle } from '../store/throttles.ts';

/** Rate limits for guessing tokens and passwords. */
export interface Guesses {
  /** Throws too_many after too many invalid tokens of this address. */
  noteWrongToken(address: string): Promise<void>;
  /** Call before checking a password; throws too_many. Call the returned function if the password was correct. */
  tryPassword(given: { address: string; email: string; isKnownHere: boolean }): Promise<() => Promise<void>>;
}

/** High enough for a dozen programs that poll every 3 seconds with an invalid token. */
const wrongTokens = { burst: 150, everyMs: 200 };
const passwordsFromAddress = { burst: 30, everyMs: 5_000 };
const passwordsForName = { burst: 10, everyMs: 30_000 };

/** Counters are stored in the database and shared by all service instances. */
export function createGuesses(database: Queryable, clock: Clock): Guesses {
  const take = (key: string, limit: Limit) => takeFromThrottle(database, key, limit, clock.nowMs());
  return {
    async noteWrongToken(address) {
      refuseIf(await take(`token from ${networkOf(address)}`, wrongTokens));
    },
    async tryPassword({ address, email, isKnownHere }) {
      const network = networkOf(address);
      const name = email.trim().toLowerCase().slice(0, 320);
      // Guesses from elsewhere do not count where the user has signed in before.
      const forName = `password for ${isKnownHere ? `${name} from ${network}` : name}`;
      const fromAddress = `password from ${network}`;
      refuseIf(await take(fromAddress, passwordsFromAddress));
      refuseIf(await take(forName, passwordsForName));
      return async () => {
        await giveBackToThrottle(database, fromAddress, passwordsFromAddress.everyMs);
        await giveBackToThrottle(database, forName, passwordsForName.everyMs);
      };
    },
  };
}

function refuseIf(waitS: number): void {
  if (waitS === 0) return;
  throw new AppError('too_many', `Too many failed attempts. Try again in ${waitS} s.`, [], {
    retryAfterS: waitS,
  });
}

/** The /64 network of an IPv6 address: one machine may use all its addresses. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  return [...groups, ...Array<string>(zeros).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
