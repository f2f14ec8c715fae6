-- In 1/10,000 US dollar; null: no budget.
alter table accounts add column monthly_budget bigint;
-- Whether grids are stopped when the budget is spent; otherwise only new ones are rejected.
alter table accounts add column budget_ends_grids boolean not null default false;
-- Completes "Grid <name> …"; null for grids of earlier versions.
alter table grids add column stop_reason text;
