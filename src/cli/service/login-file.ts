import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '../../config/load.ts';
import { withLock } from '../../lib/file-lock.ts';
import { CliError } from '../cli-error.ts';

/** What `spate login` keeps. */
export interface Login {
  url: string;
  /** A token that somebody made, or an access token, which ends soon. */
  token: string;
  /** The CA of a service that made its own, as PEM. */
  ca: string | null;
  /** How an access token is renewed; null for a token that somebody made. */
  renewal: Renewal | null;
}

export interface Renewal {
  /** Good once: with the next access token comes the next of these. */
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

/** Null when nobody is logged in. A file that others may read is closed to them, and said. */
export async function readLogin(
  env: Environment,
  note: (sentence: string) => void = (sentence) => process.stderr.write(`${sentence}\n`),
): Promise<Login | null> {
  const path = loginPath(env);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new CliError(`${path} may not be read.`, 'Whose is it? spate login writes it anew.', {
      cause: error,
    });
  });
  if (text === null) return null;
  if (((await stat(path)).mode & 0o077) !== 0) {
    await chmod(path, 0o600);
    note(
      `Others on this machine could read ${path}; now only you can. If they are not to be trusted, log in anew.`,
    );
  }
  const login = parseLogin(text);
  if (login === null) throw new CliError(`${path} is damaged.`, 'spate login writes it anew.');
  return login;
}

/** Only its owner may read it; it is there whole or not at all. */
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

/** False when there was nothing to remove. */
export async function removeLogin(env: Environment): Promise<boolean> {
  try {
    await rm(loginPath(env));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** One command at a time changes the file: two that renew at once would each make the other's refresh token worthless. */
export async function withLoginLocked<T>(env: Environment, work: () => Promise<T>): Promise<T> {
  const path = loginPath(env);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CliError(`${dirname(path)} cannot be made: ${(error as Error).message}.`, null, {
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
  // Without a moment that can be read it is renewed at once.
  const expiresAt = new Date(typeof end === 'string' && !Number.isNaN(Date.parse(end)) ? end : 0);
  return { refreshToken, expiresAt };
}
