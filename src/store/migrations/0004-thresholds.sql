-- Conditions under which a run has failed, and what became of them; passed stays null without any.
alter table runs
  add column fail_if text[] not null default '{}',
  add column thresholds jsonb,
  add column passed boolean;
