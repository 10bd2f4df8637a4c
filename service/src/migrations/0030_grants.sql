-- What agents may do for an account. A grant is a key without a secret of its own: short-lived tokens stand for it.
alter table keys
  add column kind text not null default 'key' check (kind in ('key', 'agent')),
  alter column hash drop not null;

-- Programs that ask for grants. Those with an address as their id are read from there; the others have registered themselves.
create table agent_clients (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  -- When it was registered, or read from its address.
  read_at timestamptz not null,
  -- When somebody last agreed to a grant for it.
  used_at timestamptz
);
create index agent_clients_read on agent_clients (read_at);

create table grants (
  key bigint primary key references keys on delete cascade,
  client_id text not null,
  -- As they were shown to who agreed.
  client_name text not null,
  client_host text not null,
  -- The address of the tools, which names the issuer too. Tokens are good nowhere else.
  resource text not null,
  -- Who agreed.
  person text not null,
  -- The last moment at which somebody holds anything that is good. Then the grant ends.
  usable_until timestamptz not null
);

create table grant_codes (
  hash bytea primary key,
  key bigint not null references grants on delete cascade,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index grant_codes_key on grant_codes (key);
create index grant_codes_expiry on grant_codes (expires_at);

create table grant_tokens (
  hash bytea primary key,
  key bigint not null references grants on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  -- Refresh tokens are good once. Those used are kept, so that a second use is noticed.
  used_at timestamptz
);
create index grant_tokens_key on grant_tokens (key);
create index grant_tokens_expiry on grant_tokens (expires_at);
