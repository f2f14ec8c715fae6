-- When the node of an execution was last heard of before it was lost; null while it is not.
alter table executions add column lost_at timestamptz;
update executions set lost_at = state_at where state = 'given_up';
