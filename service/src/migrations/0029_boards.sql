-- A saved view of a set of hotels: its market or its parity over some nights, which may count from the day of a run. Its figures are
-- those of its newest run. `token` is of a link that anyone may read: looked up by its hash, and kept encrypted for its owner.
create table boards (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  account bigint not null,
  set text not null,
  kind text not null check (kind in ('market', 'parity')),
  nights jsonb not null,
  created_at timestamptz not null,
  token_hash bytea unique,
  token bytea,
  link_ends_at timestamptz,
  unique (account, set, kind, nights)
);

-- What was fetched for a board by hand. Runs of schedules for the same hotels and nights count too.
create table board_runs (
  board bigint not null,
  job text not null,
  account bigint not null,
  created_at timestamptz not null,
  primary key (board, job)
);
create index board_runs_job on board_runs (job);
