-- Prices and costs are in 1/10,000 US dollar; null: unknown.
-- Of one node.
alter table grids add column price_per_hour bigint;
alter table usage_ledger add column cost bigint;
