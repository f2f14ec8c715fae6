import pg from 'pg';
import type { TestService } from './service.ts';

/** Runs one statement on the service's database, to reach a state that would take hours otherwise. */
export async function sql(service: TestService, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: service.databaseUrl() });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
