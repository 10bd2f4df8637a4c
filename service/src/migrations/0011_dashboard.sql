-- People who sign in to the dashboard. `account` is empty between the sign-up and the first use of a session: whoever needs
-- the account then makes it, so that a crash in between leaves nobody without one.
create table users (
  id text primary key,
  email text not null,
  name text not null,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  account int references accounts
);
create unique index users_email on users (lower(email));
create index users_account on users (account);

-- How a person proves to be one of them: a password, as an argon2id hash.
create table user_credentials (
  id text primary key,
  user_id text not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, provider_id)
);

-- The cookie holds the token with a signature under the service's secret: a row alone signs nobody in.
create table user_sessions (
  id text primary key,
  user_id text not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index user_sessions_user on user_sessions (user_id);
create index user_sessions_expiry on user_sessions (expires_at);

-- How often something was tried lately. The bucket is a hash: who tried what is nobody's business afterwards.
create table throttles (
  bucket bytea primary key,
  tries int not null,
  ends_at timestamptz not null
);
create index throttles_end on throttles (ends_at);
