-- A saved plan with its settings; its runs form one history. Files, settings, thresholds and grids are those of `run_id`.
create table tests (
  id text primary key,
  account_id integer not null references accounts,
  project_id integer not null references projects,
  name text not null,
  -- Runs that name no test belong to the test with the same plan file and run name; null: named explicitly.
  plan_name text,
  run_name text,
  -- Without foreign keys: runs refer to tests already.
  run_id text,
  baseline_run_id text,
  created_at timestamptz not null default now(),
  unique (project_id, name)
);
create unique index tests_by_plan on tests (project_id, plan_name, coalesce(run_name, '')) where plan_name is not null;

alter table runs
  add column test_id text references tests on delete set null,
  -- Name and hash of the plan, and the number of this content among the plans of the test, from 1.
  add column plan_name text,
  add column plan_sha256 text,
  add column plan_version integer,
  -- Comparison with the baseline of the test, written when the run finishes.
  add column baseline jsonb;
create index runs_of_test on runs (test_id, number desc) where test_id is not null;
