-- The tables. Functions and views are in ../schema, one file each, and are applied again when a file changes. So no table may
-- depend on them: no default and no index calls one. `fold_name` is the exception, so it is defined here.
--
-- Ids are 64 bit. Credits are milli-credits. Hotel data is keyed by hotel first, and usage lines by account, so that either can be
-- spread over several machines.

-- == Accounts and billing ==

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
  -- What the key spent after it lost its slot in the meter: jobs and watches continue after a revocation.
  spent_period int not null default 0,
  spent bigint not null default 0
);
create index keys_account on keys (account);

-- Everything that decides whether to admit a request, in one narrow row per account. Half-empty pages allow in-place (HOT) updates,
-- which do not touch the index.
create table meters (
  account bigint primary key references accounts,
  -- The month that `used` and `spend` count, as 202611.
  period int not null,
  used bigint not null default 0 check (used >= 0),
  -- Reserved by holds, jobs and watches, not used yet.
  held bigint not null default 0 check (held >= 0),
  allowance bigint not null,
  -- The rate limit as one number (GCRA): when the next request would be due at the allowed rate, in µs.
  tat bigint not null default 0,
  emit_us bigint not null,
  burst int not null,
  -- The active keys by slot, 0 if free, and what each has spent in the period.
  owners bigint[] not null default '{0,0,0,0,0}',
  spend bigint[] not null default '{0,0,0,0,0}'
) with (fillfactor = 40);

-- Credits reserved for a running request. Settle, void and expire all delete the row, so only one of them happens.
create table holds (
  id uuid primary key,
  account bigint not null,
  key bigint not null,
  amount bigint not null check (amount > 0),
  expires_at timestamptz not null
);

-- Charges. The id is the request's own, so a repeated statement cannot write a second line. It starts with the time, and months are
-- ranges of it: with a month column, the key could not be (account, id) alone.
-- No foreign keys and few indexes on purpose: every charge is written here.
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
-- Takes rows that fit no month, and is the template for new months. A task has one line per month; its own row ensures that it is
-- settled only once.
create table usage_lines_rest partition of usage_lines default;
create unique index usage_lines_rest_task on usage_lines_rest (job, task) where job is not null;

-- Answers stored for retries with the same Idempotency-Key. `status` is null while the first request is running.
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

-- == Hotels and rates ==

-- A name without case and accents, for comparison. Letters that Unicode does not decompose are spelled out. An index uses it: a
-- change must rebuild that index in the same migration.
create function fold_name(name text) returns text language sql immutable strict parallel safe as $$
  select btrim(replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), 'ıøłđð', 'ioldd'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'))
$$;

-- Every hotel that a source has reported. Other tables refer to it by number.
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

-- The newest full answer of a source for one stay. `figures` is its summary, so that a calendar of sixty nights need not read sixty
-- answers. `occ` and `currency` are our own numbers (see kernel/); `currency` is the requested one.
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

-- The newest figures of one night, from any answer: the base of grids, rows and rankings. Columns go from wide to narrow to avoid
-- padding. Never index `seen`: every refresh would then rewrite the index, while now the update stays in the page.
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
  -- The hotel's country, on cells that /award/value ranks (one night, default occupancy); null on all others, where it takes no space.
  -- An index cannot use a column of another table.
  source text collate "C",
  code text collate "C",
  country text collate "C",
  primary key (hotel, kind, los, occ, currency, night)
) with (fillfactor = 75);

-- The best hotels of each night, in the order of the answer. No column changes while the price stays the same, so a refresh with the
-- same figures touches neither index.
create index cells_value_country on cells (country, quoted, night, cpp desc, code, source) include (hotel)
  where kind = 'a' and los = 1 and occ = 201 and cpp is not null;
create index cells_value on cells (quoted, night, cpp desc, code, source) include (hotel)
  where kind = 'a' and los = 1 and occ = 201 and cpp is not null;

-- The history of each cell: one row per change. Partitioned by month of the night, not of the change: rows are kept for some days
-- after the night, read by hotel and nights, and compared with the last change of the same night. Each of these uses one month.
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
  -- Whether the answer could have contained a member rate, and points. Also false in rows written before this was recorded.
  member_known boolean not null default false,
  points_known boolean not null default false,
  primary key (hotel, kind, los, occ, currency, night, seen)
) partition by range (night);
-- Takes nights that fit no month, and is the template for new months.
create table cell_history_rest partition of cell_history default;

-- No night of this hotel that /award/value ranks was seen after `until`. A request for fresh nights finds the few hotels here instead
-- of reading all nights. It is set some minutes ahead, so that most writes need not touch it, and never goes back.
create table value_looks (
  hotel bigint primary key,
  until bigint not null
) with (fillfactor = 70);
create index value_looks_until on value_looks (until);

-- The search engine's results for a place name or id, best first; empty if the place is unknown. `asked` is a digest, because the
-- text may be too long for an index.
create table place_lookups (
  asked bytea primary key,
  places jsonb not null,
  created_at timestamptz not null
);
create index place_lookups_age on place_lookups (created_at);

-- A chain's hotels around a point (ten-thousandths of a degree), as the chain listed them.
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

-- A hotel's ids at travel agencies and in the search engine. An id belongs to one hotel.
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

-- When a source last answered a search for a hotel of this name. If the name changes, the hotel may be searched again at once.
create table id_tries (
  chain text not null,
  hotel_code text not null,
  source text not null,
  asked text not null,
  tried_at timestamptz not null,
  primary key (chain, hotel_code, source)
);

-- The rate limit of the search engine across processes: when the next request is allowed, and until when all are blocked.
create table search_pace (
  only_row boolean primary key default true check (only_row),
  next_page_at timestamptz not null,
  parked_until timestamptz not null
);
insert into search_pace (next_page_at, parked_until) values ('-infinity', '-infinity');

-- == Jobs ==

-- Work that continues after its request was answered.
create table jobs (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  account bigint not null,
  key bigint not null,
  kind text not null,
  -- For its usage lines: the endpoint and the request that created it.
  endpoint text not null,
  request_id text not null,
  status text not null default 'queued',
  -- Which cells it covers, in which order.
  request jsonb not null,
  cells_total int not null,
  cells_done int not null default 0,
  tasks_total int not null,
  tasks_done int not null default 0,
  tasks_failed int not null default 0,
  -- The worst case at creation, how much of it is still held, and what was charged.
  reserved bigint not null,
  held bigint not null check (held >= 0),
  spent bigint not null default 0,
  -- Digest of the place endpoint call that it fills. A second call for the same returns this job.
  fill text,
  -- Where its end event is sent, and when it was created.
  hook bigint,
  told_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index jobs_account on jobs (account, id desc);
create index jobs_untold on jobs (id) where hook is not null and told_at is null;
create unique index jobs_filling on jobs (account, fill) where fill is not null and status in ('queued', 'running');

-- One question to a source, by kind: `cells` and `ids` of jobs, `refresh` of watches. q = waiting, r = running, d = done, f = failed,
-- x = canceled before it started.
create table tasks (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The owner: a job, a refresh, or none.
  job bigint,
  refresh bigint,
  -- Its number inside the job, and its turn: every job's first task comes before any job's second.
  no int not null,
  source text not null,
  state "char" not null default 'q',
  -- Increases with every claim. A worker that settles an older attempt changes nothing.
  attempt int not null default 0,
  worker bigint,
  -- The earliest start.
  due timestamptz,
  -- The position of its first cell in the job.
  first_cell int not null default 0,
  cells int not null default 0,
  -- For a refresh: how many cells it wrote.
  got int,
  -- The credits held for it.
  worst bigint not null default 0,
  ask jsonb not null,
  constraint tasks_owner check (num_nonnulls(job, refresh) <= 1)
) with (fillfactor = 70);
-- Each kind has its own queue per source; a claim for a source takes from all of them.
create index tasks_waiting on tasks (kind, source, no, id) where state = 'q';
create index tasks_open on tasks (job, first_cell) where state in ('q', 'r');
create index tasks_refresh on tasks (refresh) where refresh is not null;
create index tasks_under_way on tasks (worker) where state = 'r';

-- Passed between the steps of `tasks_settle`.
create type settled_task as (
  task bigint, job bigint, no int, account bigint, key bigint, endpoint text, request_id text, public_id text, ok boolean, cells int,
  charge bigint, worst bigint, line uuid, live int, cached int, free int
);

-- Live workers, their table, and what they serve, as kind/source. A worker without a heartbeat for ten seconds counts as dead and its
-- rows are returned. Tasks whose source is in no catalog are given up.
create table workers (
  id bigint generated always as identity primary key,
  seen_at timestamptz not null,
  rows text not null default 'tasks',
  serves text[] not null default '{}'
);

-- The rate of jobs that start one task per interval: when the last one started, and the next free turn.
create table job_turns (
  job bigint primary key,
  began_at timestamptz not null default '-infinity',
  next_at timestamptz not null default '-infinity'
);

-- == Watches ==

-- Watched cells: every write of cells looks here. Rows without watches are deleted.
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

-- The row that a worker locks while it evaluates a place. Not the place itself: deleting a watch locks watches before places, and
-- evaluation goes the other way.
create table place_turns (
  place bigint primary key references watched_places on delete cascade
);

-- Watched cells that were seen, changed or not, and are not evaluated yet; written with the cells. One worker at a time evaluates a
-- place, with all of its rows.
create table sightings (
  id bigint generated always as identity primary key,
  place bigint not null,
  -- Null if nothing was seen: evaluate what is already known.
  seen bigint,
  nights date[] not null
);
create index sightings_place on sightings (place);

-- What is fetched repeatedly, once for all watches on the same nights. A round is one pass; its tasks are rows of `tasks`, and
-- `tasks_open` counts those that have not ended.
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
  -- Null if no watch is waiting for it.
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
  -- The key and the request that created it, for its usage lines.
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
  -- Sightings up to this one are older than its start or resumption.
  after_sighting bigint not null,
  -- Refreshes before this are not charged to it. Null: the next one is.
  pay_after timestamptz,
  -- The credits held for the running round.
  held bigint not null default 0 check (held >= 0),
  -- The cost of a round that the account could not pay for.
  needs bigint,
  -- The last refresh on demand, and its request.
  asked_at timestamptz,
  asked_request text,
  created_at timestamptz not null,
  -- Deleted for its owner; the row stays for running work.
  deleted_at timestamptz
);
create index watches_key on watches (key, id) where deleted_at is null;
create index watches_account on watches (account) where deleted_at is null;
create index watches_refresh on watches (refresh);
create index watches_place on watches (place) where status = 'active' and deleted_at is null;
create index watches_channel on watches (channel_place) where status = 'active' and deleted_at is null;
create index watches_suspended on watches (account) where status = 'suspended' and deleted_at is null;
create index watches_hook on watches (hook);

-- The last evaluated state of each night, at the hotel and at the channel. `seen` is the position in the history; null: compare the
-- next sighting with `cell`, whatever was in between. `holds` is whether the condition held; null: no event yet.
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

-- == Events and deliveries ==

-- Where events are sent, and their signing secret. Each watch has one, and so has each job with a webhook address.
create table hooks (
  id bigint generated always as identity primary key,
  account bigint not null,
  url text not null,
  -- Deliveries of one account to one host share a lane.
  lane bigint not null,
  -- Encrypted. The previous secret also signs until it expires.
  secret bytea not null,
  old_secret bytea,
  old_until timestamptz,
  -- When the receiver answered 410. Nothing is sent until the watch is resumed.
  paused_at timestamptz,
  created_at timestamptz not null,
  -- When its watch or job ended. Nothing new is sent; it is kept as long as its events.
  retired_at timestamptz
);
create index hooks_retired on hooks (retired_at) where retired_at is not null;

-- Events. Those of an account become visible in the order of their numbers (`events_begin`), so that paging misses none.
create table events (
  no bigint generated always as identity primary key,
  public_id text not null unique,
  account bigint not null,
  type text not null,
  hook bigint not null,
  watch text,
  job text,
  created_at timestamptz not null,
  -- The exact bytes that are sent and signed.
  body bytea not null
);
create index events_account on events (account, no);
create index events_type on events (account, type, no);
create index events_watch on events (account, watch, no) where watch is not null;

-- The numbers of deleted events, so that a reader can still continue after one of them.
create table forgotten_events (
  public_id text primary key,
  account bigint not null,
  no bigint not null,
  forgotten_at timestamptz not null
);
create index forgotten_events_no on forgotten_events (no);

-- The delivery of an event. q = due, r = running, w = waiting for a retry, d = delivered, f = failed. Waiting and due deliveries have
-- separate states, so that thousands of dead receivers do not slow down the others.
create table deliveries (
  event bigint primary key,
  account bigint not null,
  hook bigint not null,
  lane bigint not null,
  state "char" not null,
  due_at timestamptz not null,
  -- Increases with every claim. A worker that settles an older attempt changes nothing.
  attempt int not null default 0,
  worker bigint,
  -- Ended attempts, and the next step of the schedule.
  attempts int not null default 0,
  step int not null default 0,
  last_status int,
  -- Sent once, without retries.
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

-- == Users ==

-- `account` is null between sign-up and the first use of a session, which creates the account. So a crash in between leaves no user
-- without one.
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

-- The cookie holds the token with a signature by the service's secret: a row alone is not enough to sign in.
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

-- Recent attempts. The bucket is a hash, so that the table does not reveal who tried what.
create table throttles (
  bucket bytea primary key,
  tries int not null,
  ends_at timestamptz not null
);
create index throttles_end on throttles (ends_at);
