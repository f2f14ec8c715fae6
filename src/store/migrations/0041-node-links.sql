-- Number of the node's last connection, on any service: messages of earlier connections that are still queued must not change its executions.
alter table nodes add column link bigint not null default 0;
