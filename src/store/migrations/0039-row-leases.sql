-- Data files whose rows are leased to nodes, such as users.csv=lease. Ranges are [[from, to], …], rows count from 0.
create table leased_files (
  run_id text not null references runs on delete cascade,
  file text not null,
  rows bigint not null,
  free jsonb not null,
  primary key (run_id, file)
);
-- Rows of one execution: `granted` in total, `used` of them for certain; `held` are the ranges of the others.
create table row_leases (
  execution_id text not null references executions on delete cascade,
  run_id text not null,
  file text not null,
  granted bigint not null default 0,
  used bigint not null default 0,
  held jsonb not null default '[]',
  -- Set when the execution is over: rows that went back, and rows that may have been used.
  returned bigint,
  lost bigint,
  primary key (execution_id, file),
  foreign key (run_id, file) references leased_files on delete cascade
);
create index row_leases_of_file on row_leases (run_id, file);
