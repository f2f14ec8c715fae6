-- How well what makes the load kept to its own schedule: on each node of late and over the run, and on the worst node.
alter table executions add column generator jsonb;
alter table runs add column generator jsonb;
