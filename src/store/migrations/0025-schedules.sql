-- Starts runs of a test at the times of a cron expression.
create table schedules (
  id text primary key,
  test_id text not null references tests on delete cascade,
  cron text not null,
  time_zone text not null,
  is_on boolean not null default true,
  -- Who runs of the schedule are started by.
  user_id integer references users,
  next_at timestamptz,
  created_at timestamptz not null default now()
);
create index schedules_of_test on schedules (test_id);

-- What became of each time: a run, or the reason why there is none.
create table schedule_times (
  schedule_id text not null references schedules on delete cascade,
  due_at timestamptz not null,
  outcome text not null check (outcome in ('starting', 'started', 'missed', 'failed')),
  run_id text,
  reason text,
  primary key (schedule_id, due_at)
);
