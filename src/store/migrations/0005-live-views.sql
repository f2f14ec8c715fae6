-- All labels of a roll-up together, in the same encoding: charts read these, whatever the number of labels. Null where
-- there are so few labels that the payload itself is as quick to read.
alter table rollups add column total bytea;
alter table rollups alter column total set storage external;

-- The transaction that wrote a roll-up last: whoever follows a run asks for what was written since a snapshot.
alter table rollups add column written_by xid8;
alter table rollups alter column written_by set default pg_current_xact_id();
create index rollups_written on rollups (run_id, span_s, written_by) where grid_id = '';

-- How busy the node of an execution was in each 15 seconds of it.
create table vitals (
  execution_id text not null references executions on delete cascade,
  start_s integer not null,
  cpu_sum real not null,
  cpu_max real not null,
  memory_max bigint not null,
  -- The one furthest from 0.
  clock_offset_ms real not null,
  count integer not null,
  primary key (execution_id, start_s)
);

create index runs_tags on runs using gin (tags);
create index runs_of_project on runs (project_id, number desc) where deleted_at is null;
