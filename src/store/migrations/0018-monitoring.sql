-- When a run entered each phase after the first, which begins with created_at. Empty for runs of earlier versions.
alter table runs add column phase_times jsonb not null default '{}';

-- Nodes that exist now: ended ones are kept, and are many.
create index nodes_present on nodes (state) where state <> 'ended';

-- Tokens with all scopes keep all scopes.
update tokens set scopes = scopes || '{metrics}' where scopes @> '{read,run,grids,admin}';
alter table tokens alter column scopes set default '{read,run,grids,admin,metrics}';
