-- Which engine runs a JMeter plan, what was asked for, and why it is not ours when it is not.
alter table runs
  add column engine_requested text not null default 'auto' check (engine_requested in ('auto', 'spate', 'apache')),
  add column engine text check (engine in ('spate', 'apache')),
  add column engine_reasons jsonb not null default '[]';

update runs set engine = 'apache' where tool = 'jmeter';
