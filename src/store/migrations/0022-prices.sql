-- Prices and costs are in 1/10,000 US dollar; null: unknown.
-- Of one node.
alter table grids add column price_per_hour bigint;
-- Earlier versions had no other machines than the operator's own.
update grids set price_per_hour = 0 where provider in ('local', 'joined');
alter table usage_ledger add column cost bigint;
