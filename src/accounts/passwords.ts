import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../domain/errors.ts';
import { invalid } from './checks.ts';

/** Hashes passwords with argon2id, with limited concurrency, so that guessing cannot exhaust the machine. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Constant time, also without a hash. */
  verify(password: string, encoded: string | null): Promise<boolean>;
  /** Whether the hash has a lower cost than the current one. */
  isOutdated(encoded: string): boolean;
}

export interface Effort {
  memoryKib: number;
  passes: number;
  parallelism: number;
}

/** OWASP recommendation for argon2id. */
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

/** Checks the length of a new password. */
export function requirePassword(field: string, password: string): string {
  const { length } = [...password];
  if (length >= least && length <= most) return password;
  throw invalid(field, `A password must have ${least} to ${most} characters, not ${length}.`);
}

function stretch(
  password: string,
  nonce: Buffer,
  tagLength: number,
  { memoryKib: memory, passes, parallelism }: Effort,
): Promise<Buffer> {
  // Normalizes equivalent Unicode forms.
  const message = password.normalize('NFKC');
  return derive('argon2id', { message, nonce, tagLength, memory, passes, parallelism });
}

function encode({ memoryKib, passes, parallelism }: Effort, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`;
}

function decode(encoded: string): { effort: Effort; salt: Buffer; hash: Buffer } {
  const [, memoryKib, passes, parallelism, salt = '', hash = ''] = format.exec(encoded) ?? [];
  if (hash === '') throw new Error('A stored password hash is invalid.');
  return {
    effort: { memoryKib: Number(memoryKib), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function text(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** Limits concurrency, with a bounded queue; rejects work if the queue is full. */
function createTurns(running: number, queued: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let free = running;
  return async (work) => {
    if (free > 0) free -= 1;
    else if (queue.length >= queued) {
      throw new AppError('too_many', 'Too many concurrent sign-ins. Try again in 2 s.', [], {
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
