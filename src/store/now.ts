import type { Queryable } from './queryable.ts';

/** The time of the database, which all its rows and jobs go by, also when the clocks of services differ. */
export async function databaseNowMs(db: Queryable): Promise<number> {
  const [row] = await db.query<{ now: Date }>('select clock_timestamp() as now');
  if (!row) throw new Error('The database has no time.');
  return row.now.getTime();
}
