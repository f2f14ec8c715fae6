import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '../../config/load.ts';
import { CliError } from '../cli-error.ts';

/** What `spate login` keeps. */
export interface Login {
  url: string;
  token: string;
  /** The CA of a service that made its own, as PEM. */
  ca: string | null;
}

/** Under XDG_CONFIG_HOME, or ~/.config. */
function loginPath(env: Environment): string {
  const given = env.XDG_CONFIG_HOME ?? '';
  const base = isAbsolute(given) ? given : join(env.HOME || homedir(), '.config');
  return join(base, 'spate', 'login.json');
}

/** Null when nobody is logged in. */
export async function readLogin(env: Environment): Promise<Login | null> {
  const path = loginPath(env);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new CliError(`${path} may not be read.`, 'Whose is it? spate login writes it anew.', {
      cause: error,
    });
  });
  if (text === null) return null;
  const login = parseLogin(text);
  if (login === null) throw new CliError(`${path} is damaged.`, 'spate login writes it anew.');
  return login;
}

/** Only its owner may read it; it is there whole or not at all. */
export async function writeLogin(env: Environment, login: Login): Promise<string> {
  const path = loginPath(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  await chmod(fresh, 0o600);
  await rename(fresh, path);
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

function parseLogin(text: string): Login | null {
  try {
    const { url, token, ca } = JSON.parse(text) as Partial<Login>;
    if (typeof url !== 'string' || !URL.canParse(url) || typeof token !== 'string') return null;
    return { url, token, ca: typeof ca === 'string' ? ca : null };
  } catch {
    return null;
  }
}
