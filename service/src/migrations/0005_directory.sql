-- Finds words with a typo. Comes with PostgreSQL; `db/migrate.ts` explains what to do where it is missing.
create extension if not exists pg_trgm;

-- What the sources' static content says of a hotel. `listed_at` is when it was last listed there; null for a hotel that is known only
-- from its rates. A hotel that left its source is `closed` and keeps its number, so its history stays.
alter table hotels
  add column brand text,
  add column address text,
  add column region text,
  add column postal_code text,
  add column stars real,
  add column currency text,
  add column timezone text,
  add column rooms_total int,
  add column status text not null default 'unknown' check (status in ('open', 'closed', 'unknown')),
  add column listed_at timestamptz;
alter table hotels set (fillfactor = 85);

-- How far the directory of each source has been read. A page, its cursor and the next task are one transaction.
create table directory_syncs (
  source text primary key,
  phase text not null default 'idle' check (phase in ('idle', 'whole', 'sweep', 'changes')),
  cursor text,
  -- When the reading under way began, when the last one ended, and from when that one knew everything.
  started_at timestamptz,
  synced_at timestamptz,
  complete_at timestamptz,
  -- When the next reading, or the next try, begins.
  due_at timestamptz not null,
  pages int not null default 0,
  hotels_read int not null default 0,
  -- Hotels that are listed and not closed.
  hotels bigint not null default 0,
  error text
);

-- At most one reading per source.
create unique index tasks_directory on tasks (source) where kind = 'directory';

-- The words of each hotel, folded: without case and accents. `name_words` and `place_words` are the distinct words of the name, and of
-- the name and the city, in alphabetical order: one look finds a full name in any order. `terms` has the words of name, city and brand,
-- and marks such as `@chain` and `#gb` for the filters.
create table hotel_search (
  hotel bigint primary key,
  source text not null,
  code_key text collate "C" not null,
  name_key text collate "C" not null,
  name_words text collate "C" not null,
  place_words text collate "C" not null,
  city_key text collate "C",
  closed boolean not null,
  terms text[] not null
);
create index hotel_search_code on hotel_search (code_key);
create index hotel_search_name on hotel_search (source, name_key);
create index hotel_search_name_words on hotel_search (name_words);
create index hotel_search_place_words on hotel_search (place_words);
-- Without the list of pending entries, which every search would have to read.
create index hotel_search_terms on hotel_search using gin (terms) with (fastupdate = off);

-- Every word of `terms`, and how many hotels have it. Typos are sought here, not among the hotels.
create table hotel_words (
  word text collate "C" primary key,
  hotels bigint not null
) with (fillfactor = 80);
create index hotel_words_letter on hotel_words (left(word, 1), hotels desc);
create index hotel_words_letters on hotel_words (left(word, 2), hotels desc);
create index hotel_words_similar on hotel_words using gin (word gin_trgm_ops);

-- Why somebody should look at the watch; null: all is well. Other versions may have added the column.
alter table watches add column if not exists attention text;

-- Hotels whose words have changed since they were indexed.
create table unindexed_hotels (hotel bigint primary key);
insert into unindexed_hotels select id from hotels where name is not null;

-- The function as of this migration; its current form is in schema/.
create or replace function hotels_queue_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into unindexed_hotels select id from after where name is not null order by id on conflict do nothing;
  else
    insert into unindexed_hotels select a.id from after a join before b using (id)
    where a.name is not null
      and (a.name, a.city, a.brand, a.country, a.status) is distinct from (b.name, b.city, b.brand, b.country, b.status)
    order by a.id on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger hotels_queue_new after insert on hotels referencing new table as after
  for each statement execute function hotels_queue_search();
create trigger hotels_queue_changed after update on hotels referencing old table as before new table as after
  for each statement execute function hotels_queue_search();
