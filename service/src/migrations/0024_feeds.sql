-- Links that spreadsheets read. The token is looked up by its hash, and kept encrypted for its owner.
create table feeds (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  account bigint not null,
  name text not null,
  -- What it shows: the newest run of a schedule, or a job. One of both.
  schedule bigint,
  job text,
  format text not null check (format in ('csv', 'json', 'xlsx')),
  columns text[],
  token_hash bytea not null unique,
  -- Null after the key that encrypted it was lost. The link works, but can only be replaced.
  token bytea,
  created_at timestamptz not null,
  last_read_at timestamptz,
  check ((schedule is null) <> (job is null))
);
create index feeds_account on feeds (account);
