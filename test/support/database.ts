import pg from 'pg';
import type { TestService } from './service.ts';

/** Runs one statement on the database of the service, for states that would otherwise take hours. */
export async function sql(
  service: Pick<TestService, 'databaseUrl'>,
  text: string,
  values: unknown[] = [],
): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: service.databaseUrl() });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
