create index archives_run on archives (run_id);
