-- Requests and responses of the first failures of each node, with secrets masked.
create table error_samples (
  execution_id text not null references executions on delete cascade,
  seq integer not null,
  run_id text not null references runs on delete cascade,
  label text not null,
  code text not null,
  message text not null,
  sample jsonb not null,
  primary key (execution_id, seq)
);
create index error_samples_run on error_samples (run_id, code, message);
