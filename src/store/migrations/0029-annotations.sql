-- Notes and deploy markers on the time axis of runs.
create table annotations (
  id text primary key,
  account_id integer not null references accounts,
  project_id integer not null references projects,
  -- Null: shown on every run of the project that was active at that time.
  run_id text references runs on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('note', 'deploy')),
  text text not null,
  user_id integer references users,
  created_at timestamptz not null default now()
);
create index annotations_of_run on annotations (run_id) where run_id is not null;
create index annotations_of_project on annotations (project_id, at) where run_id is null;
