-- How a session began: 'password', 'two_step', 'passkey' or 'provider'. Null: with a password, before there was anything else.
alter table user_sessions add column way text;

-- Whether people who sign in with a password need a second factor.
alter table accounts add column require_second_factor boolean not null default false;

-- An identity at a provider belongs to one person.
create unique index user_credentials_identity on user_credentials (provider_id, account_id);

-- One-time codes of a person. They count once they are confirmed.
create table second_factors (
  user_id text primary key references users on delete cascade,
  -- Encrypted. Null after the key that encrypted it was lost: then only recovery codes are left.
  secret bytea,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The last half-minute whose code was used: no code is good twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id text not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id text primary key,
  user_id text not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Sign-ins that are half done: what the second half must prove. Found by the hash of what only the browser or the provider knows.
create table sign_in_steps (
  token_hash bytea primary key,
  kind text not null,
  user_id text references users on delete cascade,
  detail jsonb not null,
  expires_at timestamptz not null
);
create index sign_in_steps_expiry on sign_in_steps (expires_at);
