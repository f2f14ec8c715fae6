-- Secret parameters of a run: their names, and names and values as JSON, encrypted with the sealing key.
alter table runs add column secret_names text[] not null default '{}';
alter table runs add column secrets_sealed bytea;
