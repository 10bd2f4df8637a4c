-- The link that makes the person who follows it owner of an account that nobody signs in to. A newer one replaces it. Its token is stored
-- as a hash.
create table claim_links (
  account bigint primary key references accounts,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- What a person chose for themselves, such as the page that opens after the sign-in.
alter table users add column preferences jsonb not null default '{}';
