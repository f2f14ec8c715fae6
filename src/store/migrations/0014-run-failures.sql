-- Consecutive failures of the steps of a run, shared by all services on this database. Lost in a crash of the database,
-- which only restarts the count.
create unlogged table run_failures (
  run_id text primary key references runs (id) on delete cascade,
  failures int not null,
  failed_at timestamptz not null
);
