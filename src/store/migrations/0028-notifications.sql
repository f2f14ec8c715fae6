-- Where notifications about runs of a project are sent.
create table notification_channels (
  id text primary key,
  account_id integer not null references accounts,
  project_id integer not null references projects,
  kind text not null check (kind in ('webhook', 'slack', 'teams', 'email')),
  -- The address is a secret of Slack and Teams; `target` is what is shown of it.
  sealed_address bytea not null,
  target text not null,
  -- Signs the requests of a webhook; null for other kinds.
  sealed_secret bytea,
  events text[] not null,
  is_on boolean not null default true,
  created_at timestamptz not null default now()
);
create index notification_channels_of_project on notification_channels (project_id);

-- The delivery log. `cause` is the run or scheduled time, so that it is reported once.
create table notification_deliveries (
  id text primary key,
  channel_id text not null references notification_channels on delete cascade,
  cause text not null,
  message jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Why the last attempt failed.
  reason text,
  created_at timestamptz not null default now(),
  -- When the next attempt is due, or the last one ended.
  changed_at timestamptz not null default now(),
  unique (channel_id, cause)
);
create index notification_deliveries_by_age on notification_deliveries (channel_id, created_at desc);
