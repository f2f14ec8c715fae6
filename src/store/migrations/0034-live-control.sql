-- Changes to the load of a running run, as in domain/live-control.ts; null: none.
alter table runs add column live_control jsonb;
