-- Reference rates of one day as a feed published them: how much one unit of `base` buys, as decimal texts. What a row says about a
-- currency never changes, so that comparisons can be repeated.
create table fx_tables (
  feed text not null check (feed in ('main', 'extra')),
  day date not null,
  publisher text not null,
  base text not null,
  rates jsonb not null,
  stored_at timestamptz not null default clock_timestamp(),
  primary key (feed, day)
);
create index fx_tables_stored on fx_tables (stored_at);

-- When a feed is read next. `address` is a digest, because an address may contain a key.
create table fx_feeds (
  feed text primary key check (feed in ('main', 'extra')),
  address bytea not null,
  due_at timestamptz not null,
  read_at timestamptz,
  failures int not null default 0
);
