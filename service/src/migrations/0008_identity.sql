-- Which ids a chain's hotel goes by elsewhere: at the agencies, and with the search engine. An id belongs to one hotel:
-- where two lay claim to it, one of them is wrong.
create table hotel_ids (
  chain text not null,
  hotel_code text not null,
  source text not null,
  id text not null,
  confidence double precision not null,
  method text not null check (method in ('cross_link', 'typeahead', 'name', 'admin')),
  distance_km double precision,
  name_score double precision,
  resolved_at timestamptz not null,
  primary key (chain, hotel_code, source),
  unique (source, id)
);

-- When a source was last asked for a hotel of this name, and answered, whatever it answered. `asked` is the name: one that
-- has changed may be tried again at once.
create table id_tries (
  chain text not null,
  hotel_code text not null,
  source text not null,
  asked text not null,
  tried_at timestamptz not null,
  primary key (chain, hotel_code, source)
);

-- The search engine's pages, for all processes: when the next may be asked for, and until when none.
create table search_pace (
  only_row boolean primary key default true check (only_row),
  next_page_at timestamptz not null,
  parked_until timestamptz not null
);
insert into search_pace (next_page_at, parked_until) values ('-infinity', '-infinity');

-- A task that must not begin before its time.
alter table tasks add column due timestamptz;

-- Jobs that do one thing every so often: when the last began, and which turn is the next to be given away.
create table job_turns (
  job int primary key,
  began_at timestamptz not null default '-infinity',
  next_at timestamptz not null default '-infinity'
);
