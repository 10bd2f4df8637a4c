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

-- Cells that /award/value ranks: what a point is worth, comparable across currencies. Hundredths of a euro cent at the rate in force
-- at the write, with `rated` -1; without a rate `cpp` itself, with the quoted currency as `rated`. An order of all currencies in one
-- index: a rate that moves later rewrites nothing.
alter table cells add column worth double precision;
alter table cells add column rated smallint;
drop index cells_value_country;
drop index cells_value;
update cells set worth = cpp, rated = quoted where kind = 'a' and los = 1 and occ = 201 and cpp is not null;
create index cells_worth_country on cells (country, rated, night, worth desc, code, source) include (hotel)
  where kind = 'a' and los = 1 and occ = 201 and worth is not null;
create index cells_worth on cells (rated, night, worth desc, code, source) include (hotel)
  where kind = 'a' and los = 1 and occ = 201 and worth is not null;

-- What the owner of a watch should look at: `currency_changed`. Null: nothing.
alter table watches add column if not exists attention text;
