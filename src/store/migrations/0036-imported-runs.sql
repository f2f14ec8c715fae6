-- Origin of a run that was imported from a run file; null for runs of this service.
alter table runs add column imported jsonb;
