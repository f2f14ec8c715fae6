-- A Prometheus server whose metrics are drawn on the time axis of the runs of a project.
create table metric_sources (
  id text primary key,
  account_id integer not null references accounts,
  project_id integer not null unique references projects,
  -- May contain a user name and password; `target` is what is shown of it.
  sealed_address bytea not null,
  target text not null,
  -- [{"name": "CPU", "expression": "…"}]
  queries jsonb not null,
  created_at timestamptz not null default now()
);

-- What the queries returned for a run. Kept with the run, also when the source is deleted.
create table run_target_metrics (
  run_id text not null references runs on delete cascade,
  position integer not null,
  name text not null,
  expression text not null,
  -- {"startS": 1700000000, "stepS": 5, "series": [{"name": "…", "values": [1, null]}], "problem": null}
  result jsonb not null,
  primary key (run_id, position)
);
