-- Who works on jobs and when it was last heard of: the jobs of a silent worker are freed for others.
create table workers (
  id text primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
