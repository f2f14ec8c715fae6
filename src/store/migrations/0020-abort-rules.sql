-- Rules that end a run early, and the one that did: its expression, when, and the rule with the last value.
alter table runs
  add column abort_if text[] not null default '{}',
  add column aborted jsonb;
