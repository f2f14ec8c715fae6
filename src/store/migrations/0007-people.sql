alter table users
  add column name text,
  -- How the password was hashed with it, as `$argon2id$…`. Null: the person has none.
  add column password_hash text,
  -- The person at the team's OpenID provider.
  add column openid_issuer text,
  add column openid_subject text;
create unique index users_openid on users (account_id, openid_issuer, openid_subject) where removed_at is null;

-- Tokens that were made before could do everything.
alter table tokens
  add column scopes text[] not null default '{read,run,grids,admin}',
  add column project_id integer references projects,
  add column expires_at timestamptz;

create table invitations (
  id integer generated always as identity primary key,
  account_id integer not null references accounts,
  email text not null,
  role text not null check (role in ('owner', 'member', 'viewer')),
  invited_by integer not null references users,
  -- Set: this person is there already and sets a new password.
  user_id integer references users,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set: of no more use, because it was taken, withdrawn, or replaced by a newer one.
  ended_at timestamptz
);
create unique index invitations_email on invitations (account_id, lower(email)) where ended_at is null;

-- Browsers that people are signed in on; the cookie's value is found by its hash.
create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- Set: begun with this token, so it may no more than the token may, and ends with it.
  token_id integer references tokens,
  hash bytea not null unique,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;

create table applications (
  -- The OAuth client id.
  id text primary key,
  account_id integer not null references accounts,
  user_id integer not null references users,
  name text not null,
  redirect_uris text[] not null,
  -- Null: a program that can keep no secret.
  secret_hash bytea,
  grant_types text[] not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

-- What the OAuth server keeps: codes, tokens, grants, sessions, consents under way. Ids are hashes of the secrets.
create table oauth_records (
  kind text not null,
  id bytea not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  -- Whom it is for and of which application, so that all of it can be ended at once.
  user_id integer references users,
  application_id text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (kind, id)
);
create index oauth_records_grant on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_user_code on oauth_records (user_code) where user_code is not null;
create index oauth_records_uid on oauth_records (uid) where uid is not null;
create index oauth_records_user on oauth_records (user_id) where user_id is not null;
create index oauth_records_application on oauth_records (application_id) where application_id is not null;
create index oauth_records_expiry on oauth_records (expires_at);

-- Keys that all services on this database share.
create table service_keys (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);

create table audit (
  id bigint generated always as identity primary key,
  account_id integer references accounts,
  at timestamptz not null default now(),
  user_id integer references users,
  email text,
  means text,
  address text not null,
  action text not null,
  target text,
  status integer not null
);
create index audit_account on audit (account_id, id desc);
create index audit_at on audit (at);
