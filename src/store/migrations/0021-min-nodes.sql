-- Nodes required to start; null: all nodes of the grids.
alter table runs add column min_nodes integer;
