import type { Database, Queryable } from './database.ts';

/** Arbitrary id of the advisory lock. */
const lockKey = 7_328_286;

/** A key shared by all service instances; created on first use. */
export async function findOrMakeKey<T>(database: Database, name: string, make: () => Promise<T>): Promise<T> {
  const find = 'select value from service_keys where name = $1';
  const [known] = await database.query<{ value: T }>(find, [name]);
  if (known) return known.value;
  // Outside of the transaction, which may be retried.
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

/** Replaces a key of all service instances. */
export async function replaceKey(db: Queryable, name: string, value: unknown): Promise<void> {
  await db.query(
    `insert into service_keys (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(value)],
  );
}
