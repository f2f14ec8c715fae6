-- What one node carries for the plan of a test, as {"usersPerNode": 800, "limit": "cpu", "runId": "…", "at": "…"}; null: not measured.
alter table tests add column size jsonb;
