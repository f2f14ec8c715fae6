-- Sent when a role is assumed, so that a role which trusts one account cannot be used by another account.
alter table accounts add column external_id text not null default 'spate-' || gen_random_uuid();
-- The account of the cloud, as reported by the cloud when the credential was added; null: not checked.
alter table credentials add column cloud_account text;
-- Minimum role of users who start grids with it.
alter table credentials add column role text not null default 'member';
