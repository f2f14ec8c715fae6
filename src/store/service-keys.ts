import type { Database } from './database.ts';

/** Which transaction makes a key; any other number would do as well. */
const lockKey = 7_328_286;

/** A key that all services on this database share; made by whoever needs it first. */
export async function findOrMakeKey<T>(database: Database, name: string, make: () => Promise<T>): Promise<T> {
  const find = 'select value from service_keys where name = $1';
  const [known] = await database.query<{ value: T }>(find, [name]);
  if (known) return known.value;
  // Outside of the transaction, which may have to run again.
  const made = await make();
  return database.transaction(
    async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [lockKey]);
      const [before] = await tx.query<{ value: T }>(find, [name]);
      if (before) return before.value;
      await tx.query('insert into service_keys (name, value) values ($1, $2)', [name, JSON.stringify(made)]);
      return made;
    },
    { isIdempotent: true },
  );
}
