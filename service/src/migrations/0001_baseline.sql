-- The tables. Functions and views are in ../schema, one file each, and are applied again whenever a file changes. So no table may
-- depend on them: no default and no index calls one. `fold_name` is the exception, and therefore stands here.
--
-- Ids are 64 bit. Amounts of credits are milli-credits. Whatever is known of a hotel is keyed by the hotel first, and usage lines
-- by the account, so that either can be spread over several machines.

-- == Accounts and their books ==

create table accounts (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  email text not null,
  plan text not null,
  created_at timestamptz not null
);
create unique index accounts_email on accounts (lower(email));

create table keys (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  account bigint not null references accounts,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- What the key spent after it lost its place in the meter: jobs and watches go on after a revocation.
  spent_period int not null default 0,
  spent bigint not null default 0
);
create index keys_account on keys (account);

-- Everything that decides whether a request is admitted, in one narrow row per account. Half-empty pages keep its updates in place
-- (HOT), without touching the index.
create table meters (
  account bigint primary key references accounts,
  -- The month that `used` and `spend` count, as 202611.
  period int not null,
  used bigint not null default 0 check (used >= 0),
  -- Reserved by holds, jobs and watches, and not used yet.
  held bigint not null default 0 check (held >= 0),
  allowance bigint not null,
  -- The rate limit as one number (GCRA): when the next request would be due if all kept to the pace, in µs.
  tat bigint not null default 0,
  emit_us bigint not null,
  burst int not null,
  -- The active keys by place, 0 where free, and what each has spent in the period.
  owners bigint[] not null default '{0,0,0,0,0}',
  spend bigint[] not null default '{0,0,0,0,0}'
) with (fillfactor = 40);

-- Credits reserved for a request that is under way. Settling, voiding and expiring all delete the row, so only one of them happens.
create table holds (
  id uuid primary key,
  account bigint not null,
  key bigint not null,
  amount bigint not null check (amount > 0),
  expires_at timestamptz not null
);

-- What was charged. The id is the request's own, so a repeated statement cannot write a second line. It begins with the time, and
-- the months are ranges of it: with a column for the month, the key could not be (account, id) alone.
-- No foreign keys and few indexes on purpose: this table takes every charge of the service.
create table usage_lines (
  account bigint not null,
  id uuid not null,
  at timestamptz not null,
  period int not null,
  key bigint not null,
  endpoint text not null,
  request_id text not null,
  credits bigint not null check (credits > 0),
  live int not null,
  cached int not null,
  free int not null,
  job text,
  task int,
  watch text,
  primary key (account, id)
) partition by range (id);
-- Takes what no month takes, and is the pattern for new months. Within a month a task has one line; that it is settled once at all
-- is what its own row sees to.
create table usage_lines_rest partition of usage_lines default;
create unique index usage_lines_rest_task on usage_lines_rest (job, task) where job is not null;

-- Answers that a client may ask for again under the same Idempotency-Key. `status` is null while the first request is under way.
create table idempotent_answers (
  account bigint not null,
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  claim uuid not null,
  claimed_until timestamptz not null,
  created_at timestamptz not null,
  status int,
  headers jsonb,
  body text,
  primary key (account, endpoint, key)
);
create index idempotent_answers_age on idempotent_answers (created_at);

-- == Hotels and what is known of them ==

-- A name as people compare it: without case and accents. Letters that Unicode does not take apart are spelled out. An index is
-- built on it: whoever changes it must rebuild that index in the same migration.
create function fold_name(name text) returns text language sql immutable strict parallel safe as $$
  select btrim(replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), 'ıøłđð', 'ioldd'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'))
$$;

-- Every property that a source has told us of. Other tables know it by its number.
create table hotels (
  id bigint generated always as identity primary key,
  source text not null,
  code text not null,
  name text,
  city text,
  country text,
  lat double precision,
  lng double precision,
  updated_at timestamptz not null default now(),
  unique (source, code)
);
create index hotels_city on hotels (fold_name(city), country);

-- The newest full answer of a source to one stay. `figures` is its summary: a calendar of sixty nights need not read sixty answers.
-- `occ` and `currency` are numbers of ours (see kernel/); `currency` is the one that was asked for.
create table stays (
  hotel bigint not null,
  seen bigint not null,
  checkin date not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  figures text not null,
  answer text not null,
  primary key (hotel, los, occ, currency, checkin)
) with (fillfactor = 85);

-- The newest figures of one night, whichever answer brought them: what grids, rows and rankings are made of. Columns go from wide to
-- narrow, which saves the padding. Never index `seen`: every refresh would then rewrite the index, where now it stays in the page.
create table cells (
  hotel bigint not null,
  seen bigint not null,
  bar bigint,
  bar_after_tax bigint,
  member bigint,
  member_after_tax bigint,
  copay bigint,
  night date not null,
  points int,
  points_cash int,
  -- Hundredths of a cent per point.
  cpp int,
  cpp_points_cash int,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  min_los smallint,
  -- The currency of the figures.
  quoted smallint not null,
  -- c = cash, a = award.
  kind "char" not null,
  -- a = available, s = sold out, c = closed, r = restricted length of stay.
  status "char" not null,
  tax boolean,
  member_known boolean not null,
  premium boolean not null,
  points_known boolean not null,
  -- Whose night it is, on the cells that /award/value ranks (one night, default occupancy); null on all others, where it takes no
  -- room. An index cannot reach into another table.
  source text collate "C",
  code text collate "C",
  country text collate "C",
  primary key (hotel, kind, los, occ, currency, night)
) with (fillfactor = 75);

-- The best hotels of each night, in the order of the answer. None of the columns changes while the price stays the same, so a refresh
-- that saw the same figures again leaves both indexes alone.
create index cells_value_country on cells (country, quoted, night, cpp desc, code, source) include (hotel)
  where kind = 'a' and los = 1 and occ = 201 and cpp is not null;
create index cells_value on cells (quoted, night, cpp desc, code, source) include (hotel)
  where kind = 'a' and los = 1 and occ = 201 and cpp is not null;

-- What each cell was, from each change on. By month of the night, not of the change: it is kept for so many days after the night, it
-- is read by hotel and nights, and a change is compared with the last one of the same night. Each of these then touches one month.
create table cell_history (
  hotel bigint not null,
  seen bigint not null,
  bar bigint,
  bar_after_tax bigint,
  member bigint,
  copay bigint,
  night date not null,
  points int,
  points_cash int,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  min_los smallint,
  quoted smallint not null,
  kind "char" not null,
  status "char" not null,
  tax boolean,
  premium boolean not null,
  -- Whether the answer could have shown a member rate, and points. False also where that was not noted yet.
  member_known boolean not null default false,
  points_known boolean not null default false,
  primary key (hotel, kind, los, occ, currency, night, seen)
) partition by range (night);
-- Takes the nights that no month takes, and is the pattern for new months.
create table cell_history_rest partition of cell_history default;

-- No night of this hotel that /award/value ranks was seen after `until`. A request for fresh nights alone finds the few hotels here
-- instead of reading all nights. It runs some minutes ahead, so that most writes need not touch it, and never goes back.
create table value_looks (
  hotel bigint primary key,
  until bigint not null
) with (fillfactor = 70);
create index value_looks_until on value_looks (until);

-- What the search engine made of a place's name or id, best first; empty where nobody knows it. `asked` is a digest: what people type
-- may be longer than an index takes.
create table place_lookups (
  asked bytea primary key,
  places jsonb not null,
  created_at timestamptz not null
);
create index place_lookups_age on place_lookups (created_at);

-- The hotels of a chain around a point (ten-thousandths of a degree), as the chain listed them.
create table hotel_lookups (
  source text not null,
  lat int not null,
  lng int not null,
  radius_mi double precision not null,
  hotels bigint[] not null,
  created_at timestamptz not null,
  primary key (source, lat, lng, radius_mi)
);
create index hotel_lookups_age on hotel_lookups (created_at);

-- The ids of a chain's hotel at the agencies and with the search engine. An id belongs to one hotel.
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

-- When a source last answered a search for a hotel of this name. A hotel whose name has changed may be tried again at once.
create table id_tries (
  chain text not null,
  hotel_code text not null,
  source text not null,
  asked text not null,
  tried_at timestamptz not null,
  primary key (chain, hotel_code, source)
);

-- The pace of the search engine's pages, for all processes: when the next may be asked for, and until when none may.
create table search_pace (
  only_row boolean primary key default true check (only_row),
  next_page_at timestamptz not null,
  parked_until timestamptz not null
);
insert into search_pace (next_page_at, parked_until) values ('-infinity', '-infinity');

-- == Jobs ==

-- Work that goes on after its request was answered.
create table jobs (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  account bigint not null,
  key bigint not null,
  kind text not null,
  -- What its usage lines say: the endpoint and the request that made it.
  endpoint text not null,
  request_id text not null,
  status text not null default 'queued',
  -- Everything that says which cells it is about, in which order.
  request jsonb not null,
  cells_total int not null,
  cells_done int not null default 0,
  tasks_total int not null,
  tasks_done int not null default 0,
  tasks_failed int not null default 0,
  -- The worst case at its creation; what of it is still held; and what was charged.
  reserved bigint not null,
  held bigint not null check (held >= 0),
  spent bigint not null default 0,
  -- Digest of what it fills for an endpoint about a place. A second request for the same is shown this job.
  fill text,
  -- Where its end is told, and when it was.
  hook bigint,
  told_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index jobs_account on jobs (account, id desc);
create index jobs_untold on jobs (id) where hook is not null and told_at is null;
create unique index jobs_filling on jobs (account, fill) where fill is not null and status in ('queued', 'running');

-- One question to a source. What it is follows from its kind: `cells` and `ids` of jobs, `refresh` of watches. q = waiting, r = under
-- way, d = done, f = failed, x = canceled before it began.
create table tasks (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Whose it is: a job's, a refresh's, or nobody's.
  job bigint,
  refresh bigint,
  -- Its number inside the job, and its turn: every job's first task comes before any job's second.
  no int not null,
  source text not null,
  state "char" not null default 'q',
  -- Goes up with every claim. A worker that settles an older attempt changes nothing.
  attempt int not null default 0,
  worker bigint,
  -- It must not begin before this.
  due timestamptz,
  -- Where its first cell stands in the order of the job.
  first_cell int not null default 0,
  cells int not null default 0,
  -- Of a refresh: how many cells it brought.
  got int,
  -- The credits that are held for it.
  worst bigint not null default 0,
  ask jsonb not null,
  constraint tasks_owner check (num_nonnulls(job, refresh) <= 1)
) with (fillfactor = 70);
-- Every kind waits in lines of its own, one for each source: whoever takes tasks of a source takes from all of them.
create index tasks_waiting on tasks (kind, source, no, id) where state = 'q';
create index tasks_open on tasks (job, first_cell) where state in ('q', 'r');
create index tasks_refresh on tasks (refresh) where refresh is not null;
create index tasks_under_way on tasks (worker) where state = 'r';

-- What `tasks_settle` passes from step to step.
create type settled_task as (
  task bigint, job bigint, no int, account bigint, key bigint, endpoint text, request_id text, public_id text, ok boolean, cells int,
  charge bigint, worst bigint, line uuid, live int, cached int, free int
);

-- Who is working, on which table, and what it serves, as kind/source. A worker that was silent for ten seconds counts as dead: others
-- get its rows. What nobody serves, because its source has left every catalog, is given up.
create table workers (
  id bigint generated always as identity primary key,
  seen_at timestamptz not null,
  rows text not null default 'tasks',
  serves text[] not null default '{}'
);

-- The pace of jobs that begin one thing every so often: when the last one began, and the next turn that nobody has yet.
create table job_turns (
  job bigint primary key,
  began_at timestamptz not null default '-infinity',
  next_at timestamptz not null default '-infinity'
);

-- == Watches ==

-- Cells that somebody watches: every write of cells looks here. Rows without watchers are swept away.
create table watched_places (
  id bigint generated always as identity primary key,
  hotel bigint not null,
  kind "char" not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  watchers int not null,
  unique (hotel, kind, los, occ, currency)
);

-- The row that a worker locks while it judges a place. Not the place itself: whoever removes a watch locks watches first and their
-- places second, and judging goes the other way.
create table place_turns (
  place bigint primary key references watched_places on delete cascade
);

-- Watched cells that were seen, changed or not, and that nobody has judged yet: written with the cells. One worker at a time judges a
-- place, and all of its rows together.
create table sightings (
  id bigint generated always as identity primary key,
  place bigint not null,
  -- Null where nothing was seen: somebody shall look again at what is known.
  seen bigint,
  nights date[] not null
);
create index sightings_place on sightings (place);

-- What is asked of the sources again and again, once for all watches on the same nights. A round is one time of asking; its tasks are
-- rows of `tasks`, and `tasks_open` counts those that have not ended.
create table refreshes (
  id bigint generated always as identity primary key,
  source text not null,
  code text not null,
  kind text not null,
  los smallint not null,
  occ smallint not null,
  currency text not null,
  first date not null,
  last date not null,
  watchers int not null,
  -- Null where nobody waits for it.
  due_at timestamptz,
  tasks_open int not null default 0,
  started_at timestamptz,
  finished_at timestamptz,
  unique (source, code, kind, los, occ, currency, first, last)
);
create index refreshes_due on refreshes (due_at) where tasks_open = 0 and due_at is not null;

create table watches (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  account bigint not null,
  -- The key and the request that made it: its usage lines name them.
  key bigint not null,
  request_id text not null,
  refresh bigint not null,
  place bigint not null,
  channel_place bigint,
  hook bigint not null,
  status text not null default 'active',
  condition text not null,
  terms jsonb not null,
  refresh_sec int not null,
  -- Sightings up to this one are from before it began, or began again.
  after_sighting bigint not null,
  -- Refreshes before this are not on its account. Null: the next one is.
  pay_after timestamptz,
  -- The credits held for the round under way.
  held bigint not null default 0 check (held >= 0),
  -- What a round would cost, where the account could not pay for one.
  needs bigint,
  -- When somebody last asked for a refresh, and in which request.
  asked_at timestamptz,
  asked_request text,
  created_at timestamptz not null,
  -- Gone for its owner; the row stays for what is under way.
  deleted_at timestamptz
);
create index watches_key on watches (key, id) where deleted_at is null;
create index watches_account on watches (account) where deleted_at is null;
create index watches_refresh on watches (refresh);
create index watches_place on watches (place) where status = 'active' and deleted_at is null;
create index watches_channel on watches (channel_place) where status = 'active' and deleted_at is null;
create index watches_suspended on watches (account) where status = 'suspended' and deleted_at is null;
create index watches_hook on watches (hook);

-- What was judged last of each night, at the hotel and at the channel. `seen` is how far in the history; null: the next sighting is
-- compared with `cell`, whatever was in between. `holds` is whether the condition held; null: not told yet.
create table watch_nights (
  watch bigint not null,
  night date not null,
  seen bigint,
  cell jsonb,
  channel_seen bigint,
  channel jsonb,
  holds boolean,
  primary key (watch, night)
) with (fillfactor = 80);

-- == Events and their deliveries ==

-- Where events are sent, and what they are signed with. A watch has one, and so has a job that was given an address.
create table hooks (
  id bigint generated always as identity primary key,
  account bigint not null,
  url text not null,
  -- Deliveries of one account to one host wait in one lane.
  lane bigint not null,
  -- Sealed. The old secret signs too until its time is over.
  secret bytea not null,
  old_secret bytea,
  old_until timestamptz,
  -- Since when the receiver has been gone (410). Nothing is sent until somebody resumes it.
  paused_at timestamptz,
  created_at timestamptz not null,
  -- Since when nothing new is sent there, because its watch or its job is over. It is kept as long as its events are.
  retired_at timestamptz
);
create index hooks_retired on hooks (retired_at) where retired_at is not null;

-- What happened. An account's events become visible in the order of their numbers (`events_begin`), so a reader who pages through
-- them misses none.
create table events (
  no bigint generated always as identity primary key,
  public_id text not null unique,
  account bigint not null,
  type text not null,
  hook bigint not null,
  watch text,
  job text,
  created_at timestamptz not null,
  -- The very bytes that are sent and signed.
  body bytea not null
);
create index events_account on events (account, no);
create index events_type on events (account, type, no);
create index events_watch on events (account, watch, no) where watch is not null;

-- The numbers of events that were deleted: a reader who names one can still go on after it.
create table forgotten_events (
  public_id text primary key,
  account bigint not null,
  no bigint not null,
  forgotten_at timestamptz not null
);
create index forgotten_events_no on forgotten_events (no);

-- How an event gets to its receiver. q = due, r = under way, w = to be tried again later, d = delivered, f = given up. Deliveries that
-- wait for their time are apart from those that are due: thousands of absent receivers must not be in the way of the others.
create table deliveries (
  event bigint primary key,
  account bigint not null,
  hook bigint not null,
  lane bigint not null,
  state "char" not null,
  due_at timestamptz not null,
  -- Goes up with every claim. A worker that settles an older attempt changes nothing.
  attempt int not null default 0,
  worker bigint,
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

-- == People who sign in ==

-- `account` is empty between the sign-up and the first use of a session. Whoever needs the account then makes it, so a crash in between
-- leaves nobody without one.
create table users (
  id text primary key,
  email text not null,
  name text not null,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  account bigint references accounts
);
create unique index users_email on users (lower(email));
create index users_account on users (account);

-- How a user signs in: a password, as an argon2id hash.
create table user_credentials (
  id text primary key,
  user_id text not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, provider_id)
);

-- The cookie holds the token with a signature under the service's secret: a row alone signs nobody in.
create table user_sessions (
  id text primary key,
  user_id text not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index user_sessions_user on user_sessions (user_id);
create index user_sessions_expiry on user_sessions (expires_at);

-- How often something was tried lately. The bucket is a hash: who tried what is nobody's business afterwards.
create table throttles (
  bucket bytea primary key,
  tries int not null,
  ends_at timestamptz not null
);
create index throttles_end on throttles (ends_at);
