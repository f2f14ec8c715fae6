import { isIPv6 } from 'node:net';
import { AppError } from '../domain/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Queryable } from '../store/queryable.ts';
import { giveBackToThrottle, type Limit, takeFromThrottle } from '../store/throttles.ts';

/** Slows down those who guess, and nobody else. */
export interface Guesses {
  /** Throws too_many when too many wrong tokens come from this address. */
  noteWrongToken(address: string): Promise<void>;
  /** Asked before a password is looked at, throws too_many; what it returns is called when the password was right. */
  tryPassword(given: { address: string; email: string; isKnownHere: boolean }): Promise<() => Promise<void>>;
}

/** A program with a wrong token that asks every 3 seconds, and a dozen more beside it, never come near this. */
const wrongTokens = { burst: 150, everyMs: 200 };
const passwordsFromAddress = { burst: 30, everyMs: 5_000 };
const passwordsForName = { burst: 10, everyMs: 30_000 };

/** Counted in the database, for all services on it together. */
export function createGuesses(database: Queryable, clock: Clock): Guesses {
  const take = (key: string, limit: Limit) => takeFromThrottle(database, key, limit, clock.nowMs());
  return {
    async noteWrongToken(address) {
      refuseIf(await take(`token from ${networkOf(address)}`, wrongTokens));
    },
    async tryPassword({ address, email, isKnownHere }) {
      const network = networkOf(address);
      const name = email.trim().toLowerCase().slice(0, 320);
      // Where somebody has signed in before, what others try elsewhere in their name does not count.
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
  throw new AppError('too_many', `Too many wrong attempts. Try again in ${waitS} s.`, [], {
    retryAfterS: waitS,
  });
}

/** One machine may have all addresses of an IPv6 network of 64 bits. */
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
