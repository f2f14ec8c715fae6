-- Lists count, sort and select the runs of a page without reading the rows.
drop index runs_newest;
create index runs_newest on runs (account_id, number desc) include (id, project_id, phase, verdict, tool, test_id, threads)
  where deleted_at is null;
-- Runs of trends.
create index runs_measured on runs (account_id, number desc) include (id, project_id, phase, verdict, tool, test_id)
  where deleted_at is null and phase = 'finished' and (figures ->> 'passed')::bigint + (figures ->> 'failed')::bigint > 0;
create index runs_by_time on runs (account_id, created_at) where deleted_at is null;
-- Grids that are still reconciled; the others are many.
create index grids_uninvoiced on grids (number) where status <> 'invoiced';
create index archives_storage on archives (storage_key);
create index usage_ledger_account on usage_ledger (account_id, to_at);
create index tokens_user on tokens (user_id) where revoked_at is null;
-- Ended sessions too: their addresses are known.
drop index sessions_user;
create index sessions_user on sessions (user_id);
create index sessions_token on sessions (token_id) where ended_at is null and token_id is not null;
