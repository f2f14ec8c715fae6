import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../domain/errors.ts';
import { invalid } from './checks.ts';

/** Hashes passwords with argon2id, a few at a time, so that guessing cannot eat the machine. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time whether there is a hash or not. */
  verify(password: string, encoded: string | null): Promise<boolean>;
  /** Whether the hash was made with less effort than one is made with today. */
  isOutdated(encoded: string): boolean;
}

export interface Effort {
  memoryKib: number;
  passes: number;
  parallelism: number;
}

/** As OWASP recommends for argon2id. */
const todaysEffort: Effort = { memoryKib: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;
const least = 10;
const most = 200;
const atOnce = 2;
const waiting = 40;

const derive = promisify(argon2);
const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export function createPasswords(effort: Effort = todaysEffort): Passwords {
  const inTurn = createTurns(atOnce, waiting);
  const nobodys = encode(effort, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(saltBytes);
        return encode(effort, salt, await stretch(password, salt, hashBytes, effort));
      }),
    async verify(password, encoded) {
      const { effort: used, salt, hash } = decode(encoded ?? nobodys);
      const given = await inTurn(() => stretch(password, salt, hash.length, used));
      return timingSafeEqual(given, hash) && encoded !== null;
    },
    isOutdated(encoded) {
      const { effort: used } = decode(encoded);
      return (
        used.memoryKib < effort.memoryKib ||
        used.passes < effort.passes ||
        used.parallelism < effort.parallelism
      );
    },
  };
}

/** Long enough not to be guessed, and short enough not to be a burden. */
export function requirePassword(field: string, password: string): string {
  const { length } = [...password];
  if (length >= least && length <= most) return password;
  throw invalid(field, `A password has ${least} to ${most} characters; this one has ${length}.`);
}

function stretch(
  password: string,
  nonce: Buffer,
  tagLength: number,
  { memoryKib: memory, passes, parallelism }: Effort,
): Promise<Buffer> {
  // The same characters can be typed as different code points.
  const message = password.normalize('NFKC');
  return derive('argon2id', { message, nonce, tagLength, memory, passes, parallelism });
}

function encode({ memoryKib, passes, parallelism }: Effort, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`;
}

function decode(encoded: string): { effort: Effort; salt: Buffer; hash: Buffer } {
  const [, memoryKib, passes, parallelism, salt = '', hash = ''] = format.exec(encoded) ?? [];
  if (hash === '') throw new Error('A stored password hash cannot be read.');
  return {
    effort: { memoryKib: Number(memoryKib), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function text(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** Runs what it is given, some at once and the others in turn; when too many wait, the next one is turned away. */
function createTurns(running: number, queued: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let free = running;
  return async (work) => {
    if (free > 0) free -= 1;
    else if (queue.length >= queued) {
      throw new AppError('too_many', 'Too many people sign in at this moment. Try again in 2 s.', [], {
        retryAfterS: 2,
      });
    } else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
