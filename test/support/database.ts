import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { TestService } from './service.ts';

/** Runs one statement on the service's own PostgreSQL, to bring about what would take hours otherwise. */
export async function sql(service: TestService, text: string, values: unknown[] = []): Promise<unknown[]> {
  const [, , , , socketFolder] = readFileSync(
    `${service.dataDir}/postgres/data/postmaster.pid`,
    'utf8',
  ).split('\n');
  const client = new pg.Client({ host: socketFolder, user: 'spate', database: 'spate' });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
