import type { Queryable } from './queryable.ts';

/** Time of the database: the common clock of all service instances. */
export async function databaseNowMs(db: Queryable): Promise<number> {
  const [row] = await db.query<{ now: Date }>('select clock_timestamp() as now');
  if (!row) throw new Error('The database returned no time.');
  return row.now.getTime();
}
