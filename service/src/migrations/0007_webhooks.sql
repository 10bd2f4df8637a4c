-- Where events are sent, and what they are signed with. A watch has one, and so has a job that was given an address.
create table hooks (
  id int generated always as identity primary key,
  account int not null,
  url text not null,
  -- Who shares a receiver's patience: the account and the host.
  lane bigint not null,
  -- Sealed; the one before signs too until its time is over.
  secret bytea not null,
  old_secret bytea,
  old_until timestamptz,
  -- Since when the receiver has been gone (410). Nothing is sent by itself until somebody resumes it.
  paused_at timestamptz,
  created_at timestamptz not null
);

-- What happened, for good. Numbered in the order in which the account's events became visible (events_begin), so that whoever
-- pages through them misses none.
create table events (
  no bigint generated always as identity primary key,
  public_id text not null unique,
  account int not null,
  type text not null,
  hook int not null,
  watch text,
  job text,
  created_at timestamptz not null,
  -- The very bytes that are sent and signed.
  body bytea not null
);
create index events_account on events (account, no);
create index events_type on events (account, type, no);
create index events_watch on events (account, watch, no) where watch is not null;

-- How an event is getting to its receiver. q = due, r = under way, w = to be tried again later, d = delivered, f = given up.
-- What waits for its time is apart from what is due: thousands of receivers that are away must not be in the way of the others.
create table deliveries (
  event bigint primary key,
  account int not null,
  hook int not null,
  lane bigint not null,
  state "char" not null,
  due_at timestamptz not null,
  -- The fence: settled under another one, an attempt changes nothing.
  attempt int not null default 0,
  worker int,
  -- Attempts that came to an end, and how far along the schedule the next one is.
  attempts int not null default 0,
  step int not null default 0,
  last_status int,
  -- Sent once, never again by itself.
  once boolean not null
) with (fillfactor = 70);
create index deliveries_waiting on deliveries (lane, due_at) where state = 'q';
create index deliveries_later on deliveries (due_at) where state = 'w';
create index deliveries_of_hook on deliveries (hook) where state in ('q', 'w');
create index deliveries_under_way on deliveries (worker) where state = 'r';

-- The log of attempts.
create table delivery_attempts (
  event bigint not null,
  no int not null,
  at timestamptz not null,
  status int,
  error text,
  duration_ms int not null,
  primary key (event, no)
);

-- Workers of different kinds of rows share nothing but the way they do it.
alter table workers add column rows text not null default 'tasks';

-- Takes the turn of these accounts until the transaction ends, and says what time it is then. Numbers are given out while the
-- turn is held, so an account's events become visible in the order of their numbers: a reader that has seen number 7 will never
-- see a 6 appear. (Reading only what is older than every running transaction needs no turn, but one slow transaction anywhere on
-- the server would hold everybody's list up, and a database restored from a dump would hide its events for as long as its new
-- transaction numbers are smaller than the old ones.)
create function events_begin(writers int[]) returns timestamptz language plpgsql as $$
declare
  writer int;
begin
  -- In the order of their numbers, as everywhere: two can wait for one another, but never in a circle.
  for writer in select distinct w from unnest(writers) w order by w loop
    perform pg_advisory_xact_lock(7302652, writer);
  end loop;
  return ledger_now();
end
$$;
