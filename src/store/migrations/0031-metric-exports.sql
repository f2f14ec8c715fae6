-- Where live figures of the runs of a project are sent.
create table metric_exports (
  id text primary key,
  account_id integer not null references accounts,
  project_id integer not null references projects,
  kind text not null check (kind in ('remote_write', 'otlp')),
  -- May contain a user name and password; `target` is what is shown of it.
  sealed_address bytea not null,
  target text not null,
  -- Why the last request failed; null after a success.
  problem text,
  last_sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index metric_exports_of_project on metric_exports (project_id);
