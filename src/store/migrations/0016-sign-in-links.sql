-- Links that sign a browser in once. In the database, so that every service on it accepts them, also after a restart.
create table sign_in_links (
  -- The secret is in the link only.
  hash bytea primary key,
  user_id integer not null references users,
  -- The session has the permissions of this token and ends with it.
  token_id integer not null references tokens,
  expires_at timestamptz not null
);
create index sign_in_links_expiry on sign_in_links (expires_at);
