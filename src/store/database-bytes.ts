import type { Queryable } from './queryable.ts';

export async function databaseBytes(db: Queryable): Promise<number> {
  const [row] = await db.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  );
  return Number(row?.bytes);
}
