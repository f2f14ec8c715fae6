import { readFile } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import type { Environment } from '../../config/load.ts';
import { isLoopbackUrl } from '../../lib/loopback.ts';
import { CliError } from '../cli-error.ts';
import { dataFiles } from './data-files.ts';
import { type Renewal, readLogin } from './login-file.ts';

export interface ServiceAddress {
  url: string;
  token: string;
  /** Self-signed CA of the service as PEM; null if not available. */
  ca: string | null;
  /** Source of the token: SPATE_TOKEN or --token, spate login, or the data folder. */
  source: 'given' | 'login' | 'folder';
  /** Renewal data of a login's access token. */
  renewal: Renewal | null;
}

/**
 * Selects the service of a command: SPATE_URL, then the service running from the data folder, then the stored login. A
 * token is only sent to the service it belongs to.
 */
export async function findService(config: Config, env: Environment): Promise<ServiceAddress> {
  const files = dataFiles(config.dataDir);
  const localUrl = await readText(files.url);
  const login = config.url === null && localUrl !== null ? null : await readLogin(env);
  const url = config.url ?? localUrl ?? login?.url ?? null;
  if (url === null) {
    throw new CliError(
      `No service is running from ${config.dataDir}.`,
      'Start one with "spate serve", or choose another with "spate login", SPATE_URL or --url.',
    );
  }
  if (login !== null && isSameOrigin(url, login.url)) {
    if (config.token !== null)
      return { url, token: config.token, ca: login.ca, source: 'given', renewal: null };
    return { url: login.url, token: login.token, ca: login.ca, source: 'login', renewal: login.renewal };
  }
  // The token of the local service is not sent to other machines.
  const isLocal = url === localUrl || isLoopbackUrl(url);
  const token = config.token ?? (isLocal ? await readText(files.token) : null);
  if (token === null) {
    throw new CliError(`No token for ${url}.`, 'Set SPATE_TOKEN, or log in with: spate login');
  }
  const source = config.token === null ? 'folder' : 'given';
  return { url, token, ca: isLocal ? await readText(files.ca) : null, source, renewal: null };
}

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

async function readText(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'EACCES') {
      throw new CliError(
        `Cannot read ${path}: permission denied.`,
        'Run the command as the user of the service, or set SPATE_URL and SPATE_TOKEN.',
      );
    }
    throw error;
  }
}
