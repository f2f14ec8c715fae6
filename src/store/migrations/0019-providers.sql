-- Where a provider starts the machines: a Kubernetes context or a cloud credential.
alter table grids add column target text;
-- Why machines do not start or end, one sentence each.
alter table grids add column problems jsonb not null default '[]';
