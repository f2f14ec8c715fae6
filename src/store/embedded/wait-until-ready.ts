import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '../../domain/errors.ts';
import { isAlive } from '../../lib/process-identity.ts';
import type { Postmaster } from './postmaster.ts';

export function socketUrl(socketFolder: string, database: string): string {
  return `postgresql://spate@localhost/${database}?host=${encodeURIComponent(socketFolder)}&port=5432`;
}

/**
 * Resolves when the server accepts connections for this data folder. No timeout while it reports that it is starting,
 * because crash recovery may take minutes; otherwise timeoutMs.
 */
export async function waitUntilReady(
  postmaster: Postmaster,
  { data, logFile, timeoutMs }: { data: string; logFile: string; timeoutMs: number },
): Promise<void> {
  let silentSinceMs = performance.now();
  for (;;) {
    const state = await probe(postmaster, data);
    if (state === 'ready') return;
    if (!isAlive(postmaster.identity)) {
      throw new AppError('starting', `PostgreSQL did not start: ${await lastLines(logFile)} (${logFile})`);
    }
    if (state === 'starting') silentSinceMs = performance.now();
    if (performance.now() - silentSinceMs > timeoutMs) {
      throw new AppError(
        'starting',
        `PostgreSQL (pid ${postmaster.identity.pid}) is running but does not respond.`,
      );
    }
    await sleep(20);
  }
}

async function probe({ socketFolder }: Postmaster, data: string): Promise<'ready' | 'starting' | 'silent'> {
  const client = new pg.Client({
    connectionString: socketUrl(socketFolder, 'postgres'),
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === data ? 'ready' : 'silent';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === '57P03' ? 'starting' : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function lastLines(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-4).join(' / ');
}
