-- How often something may happen, shared by all services on this database. Lost in a crash of the database, which does no harm.
create unlogged table throttles (
  key text primary key,
  -- When the key is back to its full burst, in milliseconds since 1970.
  full_at_ms bigint not null
);

-- The secret of a run's webhook. A run may have its webhook on without one: then its id is the secret.
create table webhooks (
  run_id text primary key references runs (id) on delete cascade,
  secret_hash bytea not null
);
