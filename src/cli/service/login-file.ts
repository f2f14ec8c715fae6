import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '../../config/load.ts';
import { withLock } from '../../lib/file-lock.ts';
import { CliError } from '../cli-error.ts';

/** Stored data of `spate login`. */
export interface Login {
  url: string;
  /** An API token, or a short-lived access token. */
  token: string;
  /** Self-signed CA of the service, as PEM. */
  ca: string | null;
  /** Renewal data of an access token; null for an API token. */
  renewal: Renewal | null;
}

export interface Renewal {
  /** Single-use: each renewal returns a new one. */
  refreshToken: string;
  expiresAt: Date;
}

const lockPatienceMs = 60_000;

/** Under XDG_CONFIG_HOME, or ~/.config. */
function loginPath(env: Environment): string {
  const given = env.XDG_CONFIG_HOME ?? '';
  const base = isAbsolute(given) ? given : join(env.HOME || homedir(), '.config');
  return join(base, 'spate', 'login.json');
}

/** Null if there is no login. Restricts a file that other users can read, with a warning. */
export async function readLogin(
  env: Environment,
  note: (sentence: string) => void = (sentence) => process.stderr.write(`${sentence}\n`),
): Promise<Login | null> {
  const path = loginPath(env);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new CliError(`Cannot read ${path}.`, 'Check its owner, or write it again with: spate login', {
      cause: error,
    });
  });
  if (text === null) return null;
  if (((await stat(path)).mode & 0o077) !== 0) {
    await chmod(path, 0o600);
    note(
      `${path} was readable by other users; it is now restricted to you. Log in again if you do not trust them.`,
    );
  }
  const login = parseLogin(text);
  if (login === null) throw new CliError(`${path} is corrupt.`, 'Write it again with: spate login');
  return login;
}

/** Atomic write; readable only by the owner. */
export async function writeLogin(env: Environment, { url, token, ca, renewal }: Login): Promise<string> {
  const path = loginPath(env);
  const kept = {
    url,
    token,
    ca,
    ...(renewal && { refresh_token: renewal.refreshToken, expires_at: renewal.expiresAt.toISOString() }),
  };
  const fresh = `${path}.${process.pid}`;
  await rm(fresh, { force: true });
  try {
    const file = await open(fresh, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(kept, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  return path;
}

/** False if there was no file. */
export async function removeLogin(env: Environment): Promise<boolean> {
  try {
    await rm(loginPath(env));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Serializes changes of the file: concurrent renewals would invalidate each other's refresh token. */
export async function withLoginLocked<T>(env: Environment, work: () => Promise<T>): Promise<T> {
  const path = loginPath(env);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CliError(`Cannot create ${dirname(path)}: ${(error as Error).message}.`, null, {
      cause: error,
    });
  }
  return withLock(`${path}.lock`, AbortSignal.timeout(lockPatienceMs), work);
}

function parseLogin(text: string): Login | null {
  try {
    const kept = JSON.parse(text) as Record<string, unknown>;
    const { url, token, ca } = kept;
    if (typeof url !== 'string' || !URL.canParse(url) || typeof token !== 'string') return null;
    return { url, token, ca: typeof ca === 'string' ? ca : null, renewal: renewalOf(kept) };
  } catch {
    return null;
  }
}

function renewalOf({
  refresh_token: refreshToken,
  expires_at: end,
}: Record<string, unknown>): Renewal | null {
  if (typeof refreshToken !== 'string') return null;
  // An invalid expiry time means: renew immediately.
  const expiresAt = new Date(typeof end === 'string' && !Number.isNaN(Date.parse(end)) ? end : 0);
  return { refreshToken, expiresAt };
}
