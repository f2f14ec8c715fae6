import type { Database, Queryable } from './database.ts';

/** Arbitrary id of the advisory lock. */
const lockKey = 7_328_286;

/** A key shared by all service instances; created on first use. */
export async function findOrMakeKey<T>(database: Database, name: string, make: () => Promise<T>): Promise<T> {
  const known = await findKey<T>(database, name);
  if (known !== undefined) return known;
  // Outside of the transaction, which may be retried.
  const made = await make();
  return database.transaction(
    async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [lockKey]);
      const before = await findKey<T>(tx, name);
      if (before !== undefined) return before;
      await tx.query('insert into service_keys (name, value) values ($1, $2)', [name, JSON.stringify(made)]);
      return made;
    },
    { isIdempotent: true },
  );
}

export async function findKey<T>(db: Queryable, name: string): Promise<T | undefined> {
  const [row] = await db.query<{ value: T }>('select value from service_keys where name = $1', [name]);
  return row?.value;
}

/** Replaces a key of all service instances. */
export async function replaceKey(db: Queryable, name: string, value: unknown): Promise<void> {
  await db.query(
    `insert into service_keys (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(value)],
  );
}
