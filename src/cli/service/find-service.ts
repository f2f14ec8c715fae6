import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import type { Config } from '../../config/config.ts';
import type { Environment } from '../../config/load.ts';
import { CliError } from '../cli-error.ts';
import { dataFiles } from './data-files.ts';
import { type Renewal, readLogin } from './login-file.ts';

export interface ServiceAddress {
  url: string;
  token: string;
  /** The CA that the service made for itself, as PEM; null when there is none here. */
  ca: string | null;
  /** Where the token comes from: SPATE_TOKEN or --token, spate login, or the data folder. */
  source: 'given' | 'login' | 'folder';
  /** How the access token of a login is renewed. */
  renewal: Renewal | null;
}

/**
 * Finds the service that a command is meant for: SPATE_URL, else the one that runs from the data folder, else the one
 * that somebody logged in to. A token goes only where it belongs.
 */
export async function findService(config: Config, env: Environment): Promise<ServiceAddress> {
  const files = dataFiles(config.dataDir);
  const localUrl = await readText(files.url);
  const login = config.url === null && localUrl !== null ? null : await readLogin(env);
  const url = config.url ?? localUrl ?? login?.url ?? null;
  if (url === null) {
    throw new CliError(
      `No service runs from ${config.dataDir}.`,
      'Start one with "npm start", or name another: spate login, SPATE_URL or --url.',
    );
  }
  if (login !== null && isSameOrigin(url, login.url)) {
    if (config.token !== null)
      return { url, token: config.token, ca: login.ca, source: 'given', renewal: null };
    return { url: login.url, token: login.token, ca: login.ca, source: 'login', renewal: login.renewal };
  }
  // The token of the local service is not for other machines to see.
  const isLocal = url === localUrl || isLoopback(url);
  const token = config.token ?? (isLocal ? await readText(files.token) : null);
  if (token === null) {
    throw new CliError(`There is no token for ${url}.`, 'Give yours in SPATE_TOKEN, or log in: spate login.');
  }
  const source = config.token === null ? 'folder' : 'given';
  return { url, token, ca: isLocal ? await readText(files.ca) : null, source, renewal: null };
}

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}

async function readText(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'EACCES') {
      throw new CliError(
        `${path} may not be read.`,
        'Use the user that runs the service, or SPATE_URL and SPATE_TOKEN.',
      );
    }
    throw error;
  }
}
