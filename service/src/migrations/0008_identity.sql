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

-- Where the end of a job is told, and when it was.
alter table jobs add column hook int;
alter table jobs add column told_at timestamptz;
create index jobs_untold on jobs (id) where hook is not null and told_at is null;

-- Jobs that begin one thing every so often: when the last began, and the next turn that nobody has yet.
create table job_turns (
  job int primary key,
  began_at timestamptz not null default '-infinity',
  next_at timestamptz not null default '-infinity'
);

-- Takes the turn of a job: null where the caller may begin at once, or else when to come back. Who comes far too early is given
-- a turn of his own, so that hundreds that wait do not all come back at the same time; who comes a little early waits for the
-- one that is next. Measured from when the last one really began: after a standstill the pace is the same.
create function job_turn(wanted int, every interval) returns timestamptz language plpgsql as $$
declare
  t job_turns%rowtype;
  moment timestamptz;
  free_at timestamptz;
begin
  insert into job_turns (job) values (wanted) on conflict do nothing;
  select * into strict t from job_turns where job = wanted for update;
  moment := ledger_now();
  free_at := t.began_at + every;
  if free_at <= moment then
    update job_turns set began_at = moment, next_at = greatest(t.next_at, moment + every) where job = wanted;
    return null;
  end if;
  if free_at - moment < every / 2 then return free_at; end if;
  free_at := greatest(t.next_at, free_at);
  update job_turns set next_at = free_at + every where job = wanted;
  return free_at;
end
$$;
