-- Data files that nodes share, such as users.csv=split.
alter table runs add column data_files text;
-- Position among the executions of the run, as {"index": 0, "count": 3}; null: the only one.
alter table executions add column part jsonb;
