-- When the tools of all nodes had ended; collecting results comes after it. With started_at it is the duration of the run.
alter table runs add column load_ended_at timestamptz;
-- What was found out after the plan was checked: about grids, nodes and figures. A repeat does not inherit it.
alter table runs add column found_warnings text[] not null default '{}';
