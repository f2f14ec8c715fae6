create table accounts (
  id integer generated always as identity primary key,
  email text not null,
  created_at timestamptz not null default now()
);

create table users (
  id integer generated always as identity primary key,
  account_id integer not null references accounts,
  email text not null,
  role text not null check (role in ('owner', 'member', 'viewer')),
  sign_in_count integer not null default 0,
  current_sign_in_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index users_email on users (account_id, lower(email)) where removed_at is null;

-- A token is found by its hash; `sealed` is the token itself, encrypted, for those that are shown again.
create table tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  name text not null,
  hash bytea not null unique,
  sealed bytea,
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create unique index tokens_primary on tokens (user_id) where is_primary and revoked_at is null;

create table credentials (
  id integer generated always as identity primary key,
  account_id integer not null references accounts,
  provider text not null,
  description text not null,
  arn text,
  access_key_id text,
  sealed_secret bytea,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);

create table projects (
  id integer generated always as identity primary key,
  account_id integer not null references accounts,
  name text not null,
  created_at timestamptz not null default now(),
  unique (account_id, name)
);

create table runs (
  id text primary key,
  number bigint generated always as identity unique,
  batch_id text not null,
  account_id integer not null references accounts,
  user_id integer references users,
  project_id integer not null references projects,
  tool text not null,
  tool_requested text not null,
  name text,
  notes text,
  threads integer,
  rampup_s integer,
  duration_s integer,
  tags text[] not null default '{}',
  privacy text not null default 'private' check (privacy in ('public', 'private')),
  override_hosts text,
  override_parameters text,
  is_webhook_on boolean not null default false,
  repeat_of text,
  phase text not null,
  -- When the present phase began; time-outs count from here.
  phase_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  start_at timestamptz,
  started_at timestamptz,
  stopped_at timestamptz,
  stop_requested_at timestamptz,
  stop_reason text,
  remote_errors text[] not null default '{}',
  warnings text[] not null default '{}',
  -- Written once, with `finished`: the report's figures and the reconciliation.
  report jsonb,
  frames_removed_at timestamptz,
  deleted_at timestamptz
);
create index runs_newest on runs (account_id, number desc) where deleted_at is null;
create index runs_open on runs (number) where phase <> 'finished';

create table run_files (
  id text primary key,
  run_id text not null references runs on delete cascade,
  position integer not null,
  name text not null,
  size_bytes bigint not null,
  sha256 text not null,
  -- The address in the file store; repeats of a run share it.
  storage_key text not null,
  removed_at timestamptz,
  unique (run_id, name)
);
create index run_files_storage on run_files (storage_key);

create table grids (
  id text primary key,
  number bigint generated always as identity unique,
  batch_id text not null,
  account_id integer not null references accounts,
  name text not null,
  region text not null,
  infrastructure text not null check (infrastructure in ('demand', 'hosted', 'shared')),
  instance_quantity integer not null,
  instance_type text not null,
  stop_after_min integer not null,
  credential_id integer references credentials,
  cloud jsonb not null default '{}',
  status text not null check (status in ('queued', 'starting', 'started', 'stopped', 'invoiced')),
  provider text not null,
  -- The join secret: found by hash, sealed so that a provider can hand it out again.
  join_hash bytea not null unique,
  join_sealed bytea not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ends_at timestamptz,
  stopped_at timestamptz
);
create index grids_open on grids (account_id, number) where status not in ('stopped', 'invoiced');

create table run_grids (
  run_id text not null references runs on delete cascade,
  grid_id text not null references grids,
  grid_index integer not null,
  primary key (run_id, grid_id)
);
create index run_grids_grid on run_grids (grid_id);

create table nodes (
  id text primary key,
  number bigint generated always as identity unique,
  grid_id text not null references grids,
  index integer not null,
  state text not null check (state in ('joining', 'running', 'lost', 'stopping', 'ended')),
  credential_hash bytea unique,
  info jsonb,
  vitals jsonb,
  created_at timestamptz not null default now(),
  joined_at timestamptz,
  last_seen_at timestamptz,
  ended_at timestamptz,
  unique (grid_id, index)
);

create table executions (
  id text primary key,
  run_id text not null references runs on delete cascade,
  grid_id text not null references grids,
  node_id text not null references nodes,
  node_index integer not null,
  grid_index integer not null,
  state text not null,
  want text not null,
  progress text,
  errors text[] not null default '{}',
  outcome jsonb,
  log_tail text[] not null default '{}',
  state_at timestamptz not null default now(),
  unique (run_id, node_id)
);
create index executions_node on executions (node_id) where state not in ('delivered', 'given_up');

create table archives (
  -- The unguessable name in the address.
  key text primary key,
  run_id text not null references runs on delete cascade,
  execution_id text not null unique references executions on delete cascade,
  size_bytes bigint not null,
  storage_key text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);

-- The truth: what one execution measured in one second, all labels, encoded and compressed. Sent twice, stored once.
create table frames (
  execution_id text not null,
  seq integer not null,
  run_id text not null,
  second integer not null,
  -- How many samples are in it, as the frame itself says.
  samples integer not null,
  payload bytea not null,
  primary key (execution_id, seq)
);
alter table frames alter column payload set storage external;
create index frames_second on frames (run_id, second);

-- Derived from frames; grid_id '' is the whole run. span_s is 1, 15, 300, or 0 for the whole run.
create table rollups (
  run_id text not null,
  grid_id text not null,
  span_s integer not null,
  start_s integer not null,
  payload bytea not null,
  primary key (run_id, span_s, start_s, grid_id)
);
alter table rollups alter column payload set storage external;

create table dirty_rollups (
  run_id text not null,
  span_s integer not null,
  start_s integer not null,
  touched_at timestamptz not null default now(),
  primary key (run_id, span_s, start_s)
);

create table usage_ledger (
  grid_id text primary key references grids,
  account_id integer not null references accounts,
  node_minutes integer not null,
  nodes integer not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  created_at timestamptz not null default now()
);
