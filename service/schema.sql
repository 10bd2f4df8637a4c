-- The schema as the migrations, functions and views make it. Written by `npm run schema`; a test compares it.
-- For reading only. The partitions of single months are left out.

create type settled_task as (
  task bigint,
  job bigint,
  no integer,
  account bigint,
  key bigint,
  endpoint text,
  request_id text,
  public_id text,
  ok boolean,
  cells integer,
  charge bigint,
  worst bigint,
  line uuid,
  live integer,
  cached integer,
  free integer
);

create table accounts (
  id bigint not null generated always as identity,
  public_id text not null,
  email text not null,
  plan text not null,
  created_at timestamp with time zone not null,
  operator boolean not null default false,
  require_second_factor boolean not null default false,
  deleted_at timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_public_id_key UNIQUE (public_id)
);

create table acts (
  account bigint not null,
  id uuid not null,
  at timestamp with time zone not null,
  actor text not null,
  actor_id text,
  action text not null,
  subject text,
  detail jsonb not null,
  constraint acts_pkey PRIMARY KEY (account, id),
  constraint acts_actor_check CHECK ((actor = ANY (ARRAY['person'::text, 'key'::text, 'operator'::text, 'mail_link'::text, 'visitor'::text, 'service'::text])))
);

create table agent_clients (
  id text not null,
  name text not null,
  redirect_uris text[] not null,
  read_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint agent_clients_pkey PRIMARY KEY (id)
);

create table board_runs (
  board bigint not null,
  job text not null,
  account bigint not null,
  created_at timestamp with time zone not null,
  constraint board_runs_pkey PRIMARY KEY (board, job)
);

create table boards (
  id bigint not null generated always as identity,
  public_id text not null,
  account bigint not null,
  set text not null,
  kind text not null,
  nights jsonb not null,
  created_at timestamp with time zone not null,
  token_hash bytea,
  token bytea,
  link_ends_at timestamp with time zone,
  constraint boards_pkey PRIMARY KEY (id),
  constraint boards_account_set_kind_nights_key UNIQUE (account, set, kind, nights),
  constraint boards_kind_check CHECK ((kind = ANY (ARRAY['market'::text, 'parity'::text]))),
  constraint boards_public_id_key UNIQUE (public_id),
  constraint boards_token_hash_key UNIQUE (token_hash)
);

create table booked_turns (
  place bigint not null,
  constraint booked_turns_pkey PRIMARY KEY (place),
  constraint booked_turns_place_fkey FOREIGN KEY (place) REFERENCES watched_places(id) ON DELETE CASCADE
);

create table bookings (
  watch bigint not null,
  reference text,
  cancel_by timestamp with time zone not null,
  best json,
  reminded_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint bookings_pkey PRIMARY KEY (watch),
  constraint bookings_watch_fkey FOREIGN KEY (watch) REFERENCES watches(id) ON DELETE CASCADE
);

create table cell_history (
  hotel bigint not null,
  seen bigint not null,
  bar bigint,
  bar_after_tax bigint,
  member bigint,
  copay bigint,
  night date not null,
  points integer,
  points_cash integer,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  min_los smallint,
  quoted smallint not null,
  kind "char" not null,
  status "char" not null,
  tax boolean,
  premium boolean not null,
  member_known boolean not null default false,
  points_known boolean not null default false,
  looked bigint,
  constraint cell_history_pkey PRIMARY KEY (hotel, kind, los, occ, currency, night, seen)
) partition by RANGE (night);

create table cell_history_rest (
  hotel bigint not null,
  seen bigint not null,
  bar bigint,
  bar_after_tax bigint,
  member bigint,
  copay bigint,
  night date not null,
  points integer,
  points_cash integer,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  min_los smallint,
  quoted smallint not null,
  kind "char" not null,
  status "char" not null,
  tax boolean,
  premium boolean not null,
  member_known boolean not null default false,
  points_known boolean not null default false,
  looked bigint,
  constraint cell_history_rest_pkey PRIMARY KEY (hotel, kind, los, occ, currency, night, seen)
) partition of cell_history DEFAULT;

create table cell_summaries (
  hotel bigint not null,
  first bigint not null,
  figure bigint,
  seen bigint,
  after_tax bigint,
  after_tax_seen bigint,
  night date not null,
  changes integer not null,
  after_tax_changes integer not null,
  los smallint not null,
  occ smallint not null,
  quoted smallint not null,
  lead smallint not null,
  kind "char" not null,
  tax "char" not null,
  constraint cell_summaries_pkey PRIMARY KEY (hotel, kind, los, occ, night, lead, quoted, tax)
) partition by RANGE (night);

create table cell_summaries_rest (
  hotel bigint not null,
  first bigint not null,
  figure bigint,
  seen bigint,
  after_tax bigint,
  after_tax_seen bigint,
  night date not null,
  changes integer not null,
  after_tax_changes integer not null,
  los smallint not null,
  occ smallint not null,
  quoted smallint not null,
  lead smallint not null,
  kind "char" not null,
  tax "char" not null,
  constraint cell_summaries_rest_pkey PRIMARY KEY (hotel, kind, los, occ, night, lead, quoted, tax)
) partition of cell_summaries DEFAULT;

create table cells (
  hotel bigint not null,
  seen bigint not null,
  bar bigint,
  bar_after_tax bigint,
  member bigint,
  member_after_tax bigint,
  copay bigint,
  night date not null,
  points integer,
  points_cash integer,
  cpp integer,
  cpp_points_cash integer,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  min_los smallint,
  quoted smallint not null,
  kind "char" not null,
  status "char" not null,
  tax boolean,
  member_known boolean not null,
  premium boolean not null,
  points_known boolean not null,
  source text collate "C",
  code text collate "C",
  country text collate "C",
  worth double precision,
  rated smallint,
  steady bigint,
  constraint cells_pkey PRIMARY KEY (hotel, kind, los, occ, night, currency)
) with (fillfactor=75);

create table claim_links (
  account bigint not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint claim_links_pkey PRIMARY KEY (account),
  constraint claim_links_account_fkey FOREIGN KEY (account) REFERENCES accounts(id),
  constraint claim_links_token_hash_key UNIQUE (token_hash)
);

create table connected_sources (
  id text collate "C" not null,
  vendor text,
  entry jsonb not null,
  secrets bytea not null,
  disabled boolean not null,
  version integer not null,
  changes jsonb not null,
  changed_at timestamp with time zone not null,
  constraint connected_sources_pkey PRIMARY KEY (id)
);

create table database_identity (
  id uuid not null default gen_random_uuid(),
  constraint database_identity_pkey PRIMARY KEY (id)
);

create table deliveries (
  event bigint not null,
  account bigint not null,
  hook bigint not null,
  lane bigint not null,
  state "char" not null,
  due_at timestamp with time zone not null,
  attempt integer not null default 0,
  worker bigint,
  attempts integer not null default 0,
  step integer not null default 0,
  last_status integer,
  once boolean not null,
  id bigint not null generated always as identity,
  constraint deliveries_pkey PRIMARY KEY (id)
) with (fillfactor=70);

create table delivery_attempts (
  no integer not null,
  at timestamp with time zone not null,
  status integer,
  error text,
  duration_ms integer not null,
  delivery bigint not null,
  answer text,
  constraint delivery_attempts_pkey PRIMARY KEY (delivery, no)
);

create table directory_syncs (
  source text not null,
  phase text not null default 'idle'::text,
  cursor text,
  started_at timestamp with time zone,
  synced_at timestamp with time zone,
  complete_at timestamp with time zone,
  due_at timestamp with time zone not null,
  pages integer not null default 0,
  hotels_read integer not null default 0,
  hotels bigint not null default 0,
  error text,
  constraint directory_syncs_pkey PRIMARY KEY (source),
  constraint directory_syncs_phase_check CHECK ((phase = ANY (ARRAY['idle'::text, 'whole'::text, 'sweep'::text, 'changes'::text])))
);

create table events (
  no bigint not null generated always as identity,
  public_id text not null,
  account bigint not null,
  type text not null,
  hook bigint,
  watch text,
  job text,
  created_at timestamp with time zone not null,
  body bytea not null,
  constraint events_pkey PRIMARY KEY (no),
  constraint events_public_id_key UNIQUE (public_id)
);

create table feeds (
  id bigint not null generated always as identity,
  public_id text not null,
  account bigint not null,
  name text not null,
  schedule bigint,
  job text,
  format text not null,
  columns text[],
  token_hash bytea not null,
  token bytea,
  created_at timestamp with time zone not null,
  last_read_at timestamp with time zone,
  board bigint,
  constraint feeds_pkey PRIMARY KEY (id),
  constraint feeds_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'json'::text, 'xlsx'::text]))),
  constraint feeds_public_id_key UNIQUE (public_id),
  constraint feeds_shows CHECK ((num_nonnulls(schedule, job, board) = 1)),
  constraint feeds_token_hash_key UNIQUE (token_hash)
);

create table forgotten_events (
  public_id text not null,
  account bigint not null,
  no bigint not null,
  forgotten_at timestamp with time zone not null,
  constraint forgotten_events_pkey PRIMARY KEY (public_id)
);

create table free_writes (
  account bigint not null,
  day date not null,
  writes integer not null,
  constraint free_writes_pkey PRIMARY KEY (account)
);

create table fx_feeds (
  feed text not null,
  address bytea not null,
  due_at timestamp with time zone not null,
  read_at timestamp with time zone,
  failures integer not null default 0,
  constraint fx_feeds_pkey PRIMARY KEY (feed),
  constraint fx_feeds_feed_check CHECK ((feed = ANY (ARRAY['main'::text, 'extra'::text])))
);

create table fx_tables (
  feed text not null,
  day date not null,
  publisher text not null,
  base text not null,
  rates jsonb not null,
  stored_at timestamp with time zone not null default clock_timestamp(),
  constraint fx_tables_pkey PRIMARY KEY (feed, day),
  constraint fx_tables_feed_check CHECK ((feed = ANY (ARRAY['main'::text, 'extra'::text])))
);

create table grant_codes (
  hash bytea not null,
  key bigint not null,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint grant_codes_pkey PRIMARY KEY (hash),
  constraint grant_codes_key_fkey FOREIGN KEY (key) REFERENCES grants(key) ON DELETE CASCADE
);

create table grant_tokens (
  hash bytea not null,
  key bigint not null,
  kind text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint grant_tokens_pkey PRIMARY KEY (hash),
  constraint grant_tokens_key_fkey FOREIGN KEY (key) REFERENCES grants(key) ON DELETE CASCADE,
  constraint grant_tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text])))
);

create table grants (
  key bigint not null,
  client_id text not null,
  client_name text not null,
  client_host text not null,
  resource text not null,
  person text not null,
  usable_until timestamp with time zone not null,
  constraint grants_pkey PRIMARY KEY (key),
  constraint grants_key_fkey FOREIGN KEY (key) REFERENCES keys(id) ON DELETE CASCADE
);

create table holds (
  id uuid not null,
  account bigint not null,
  key bigint not null,
  amount bigint not null,
  expires_at timestamp with time zone not null,
  constraint holds_pkey PRIMARY KEY (id),
  constraint holds_amount_check CHECK ((amount > 0))
);

create table hooks (
  id bigint not null generated always as identity,
  account bigint not null,
  address text not null,
  lane bigint not null,
  secret bytea not null,
  old_secret bytea,
  old_until timestamp with time zone,
  paused_at timestamp with time zone,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  public_id text,
  kind text not null default 'webhook'::text,
  description text,
  events text[],
  unverified boolean not null default false,
  pause_reason text,
  failing_since timestamp with time zone,
  constraint hooks_pkey PRIMARY KEY (id),
  constraint hooks_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'slack'::text, 'email'::text]))),
  constraint hooks_pause_reason_check CHECK ((pause_reason = ANY (ARRAY['requested'::text, 'gone'::text, 'failing'::text, 'unsubscribed'::text]))),
  constraint hooks_public_id_key UNIQUE (public_id)
);

create table hotel_ids (
  chain text not null,
  hotel_code text not null,
  source text not null,
  id text not null,
  confidence double precision not null,
  method text not null,
  distance_km double precision,
  name_score double precision,
  resolved_at timestamp with time zone not null,
  constraint hotel_ids_pkey PRIMARY KEY (chain, hotel_code, source),
  constraint hotel_ids_method_check CHECK ((method = ANY (ARRAY['cross_link'::text, 'typeahead'::text, 'name'::text, 'admin'::text]))),
  constraint hotel_ids_source_id_key UNIQUE (source, id)
);

create table hotel_lookups (
  source text not null,
  lat integer not null,
  lng integer not null,
  radius_mi double precision not null,
  hotels bigint[] not null,
  created_at timestamp with time zone not null,
  constraint hotel_lookups_pkey PRIMARY KEY (source, lat, lng, radius_mi)
);

create table hotel_search (
  hotel bigint not null,
  source text not null,
  code_key text collate "C" not null,
  name_key text collate "C" not null,
  name_words text collate "C" not null,
  place_words text collate "C" not null,
  city_key text collate "C",
  closed boolean not null,
  terms text[] not null,
  constraint hotel_search_pkey PRIMARY KEY (hotel)
);

create table hotel_words (
  word text collate "C" not null,
  hotels bigint not null,
  constraint hotel_words_pkey PRIMARY KEY (word)
) with (fillfactor=80);

create table hotels (
  id bigint not null generated always as identity,
  source text not null,
  code text not null,
  name text,
  city text,
  country text,
  lat double precision,
  lng double precision,
  updated_at timestamp with time zone not null default now(),
  brand text,
  address text,
  region text,
  postal_code text,
  stars real,
  currency text,
  timezone text,
  rooms_total integer,
  status text not null default 'unknown'::text,
  listed_at timestamp with time zone,
  constraint hotels_pkey PRIMARY KEY (id),
  constraint hotels_source_code_key UNIQUE (source, code),
  constraint hotels_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text, 'unknown'::text])))
) with (fillfactor=85);

create table id_tries (
  chain text not null,
  hotel_code text not null,
  source text not null,
  asked text not null,
  tried_at timestamp with time zone not null,
  constraint id_tries_pkey PRIMARY KEY (chain, hotel_code, source)
);

create table idempotent_answers (
  account bigint not null,
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  claim uuid not null,
  claimed_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  status integer,
  headers jsonb,
  body text,
  constraint idempotent_answers_pkey PRIMARY KEY (account, endpoint, key)
);

create table invitations (
  id text not null,
  account bigint not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_account_fkey FOREIGN KEY (account) REFERENCES accounts(id),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text, 'viewer'::text]))),
  constraint invitations_token_hash_key UNIQUE (token_hash)
);

create table job_cells (
  job bigint not null,
  hotel bigint not null,
  seen bigint not null,
  bar bigint,
  bar_after_tax bigint,
  member bigint,
  copay bigint,
  night date not null,
  points integer,
  points_cash integer,
  cpp integer,
  cpp_points_cash integer,
  los smallint not null,
  min_los smallint,
  quoted smallint not null,
  status "char" not null,
  premium boolean not null,
  constraint job_cells_pkey PRIMARY KEY (job, hotel, night, los)
);

create table job_failures (
  job bigint not null,
  source text not null,
  hotel_code text not null,
  code text not null,
  cells integer not null,
  constraint job_failures_pkey PRIMARY KEY (job, source, hotel_code, code)
);

create table job_rows (
  job bigint not null,
  task integer not null,
  no integer not null,
  body jsonb not null,
  constraint job_rows_pkey PRIMARY KEY (job, task, no)
);

create table job_turns (
  job bigint not null,
  began_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  next_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint job_turns_pkey PRIMARY KEY (job)
);

create table jobs (
  id bigint not null generated always as identity,
  public_id text not null,
  account bigint not null,
  key bigint not null,
  kind text not null,
  endpoint text not null,
  request_id text not null,
  status text not null default 'queued'::text,
  request jsonb not null,
  cells_total integer not null,
  cells_done integer not null default 0,
  tasks_total integer not null,
  tasks_done integer not null default 0,
  tasks_failed integer not null default 0,
  reserved bigint not null,
  held bigint not null,
  spent bigint not null default 0,
  fill text,
  hook bigint,
  told_at timestamp with time zone,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  unspent boolean not null default false,
  endpoints bigint[] not null default '{}'::bigint[],
  upstream jsonb,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_held_check CHECK ((held >= 0)),
  constraint jobs_public_id_key UNIQUE (public_id)
);

create table keys (
  id bigint not null generated always as identity,
  public_id text not null,
  account bigint not null,
  name text not null,
  prefix text not null,
  hash bytea,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  spent_period integer not null default 0,
  spent bigint not null default 0,
  scopes text[] not null default '{read,spend,manage}'::text[],
  expires_at timestamp with time zone,
  end_told_at timestamp with time zone,
  daily_cap bigint,
  kind text not null default 'key'::text,
  constraint keys_pkey PRIMARY KEY (id),
  constraint keys_account_fkey FOREIGN KEY (account) REFERENCES accounts(id),
  constraint keys_daily_cap_check CHECK ((daily_cap > 0)),
  constraint keys_hash_key UNIQUE (hash),
  constraint keys_kind_check CHECK ((kind = ANY (ARRAY['key'::text, 'agent'::text]))),
  constraint keys_public_id_key UNIQUE (public_id)
);

create table last_looks (
  hotel bigint not null,
  seen bigint not null,
  night date not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  kind "char" not null,
  steady bigint,
  constraint last_looks_pkey PRIMARY KEY (hotel, kind, los, occ, currency, night)
) partition by RANGE (night);

create table last_looks_rest (
  hotel bigint not null,
  seen bigint not null,
  night date not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  kind "char" not null,
  steady bigint,
  constraint last_looks_rest_pkey PRIMARY KEY (hotel, kind, los, occ, currency, night)
) partition of last_looks DEFAULT;

create table logged_requests (
  account bigint not null,
  slot integer not null,
  status smallint not null,
  id uuid not null,
  at timestamp with time zone not null,
  key bigint not null,
  credits bigint not null,
  took_ms integer not null,
  unlisted integer not null,
  from_page boolean not null,
  method text not null,
  path text not null,
  request_id text not null,
  error text,
  body text,
  answer text,
  constraint logged_requests_pkey PRIMARY KEY (account, slot)
) with (fillfactor=85);

create table made_pasts (
  hotel bigint not null,
  since bigint not null,
  until bigint not null,
  made_at timestamp with time zone not null default now(),
  constraint made_pasts_pkey PRIMARY KEY (hotel)
);

create table mail_turns (
  hook bigint not null,
  watch text not null,
  delivery bigint not null,
  taken_at timestamp with time zone not null,
  constraint mail_turns_pkey PRIMARY KEY (hook, watch)
);

create table mcp_calls (
  id uuid not null,
  key bigint not null,
  day date not null,
  credits bigint not null,
  with_jobs boolean not null,
  made_at timestamp with time zone not null,
  constraint mcp_calls_pkey PRIMARY KEY (id),
  constraint mcp_calls_key_fkey FOREIGN KEY (key) REFERENCES mcp_caps(key) ON DELETE CASCADE
);

create table mcp_caps (
  key bigint not null,
  credits bigint not null,
  day date not null,
  spent bigint not null default 0,
  constraint mcp_caps_pkey PRIMARY KEY (key),
  constraint mcp_caps_credits_check CHECK ((credits > 0)),
  constraint mcp_caps_key_fkey FOREIGN KEY (key) REFERENCES keys(id) ON DELETE CASCADE
);

create table meters (
  account bigint not null,
  period integer not null,
  used bigint not null default 0,
  held bigint not null default 0,
  allowance bigint not null,
  tat bigint not null default 0,
  emit_us bigint not null,
  burst integer not null,
  owners bigint[] not null default '{0,0,0,0,0}'::bigint[],
  spend bigint[] not null default '{0,0,0,0,0}'::bigint[],
  caps bigint[],
  day date not null default ((now() AT TIME ZONE 'UTC'::text))::date,
  today bigint[] not null default '{0,0,0,0,0}'::bigint[],
  constraint meters_pkey PRIMARY KEY (account),
  constraint meters_account_fkey FOREIGN KEY (account) REFERENCES accounts(id),
  constraint meters_held_check CHECK ((held >= 0)),
  constraint meters_used_check CHECK ((used >= 0))
) with (fillfactor=40);

create table name_lookups (
  source text not null,
  asked text not null,
  hotels bigint[] not null,
  created_at timestamp with time zone not null,
  constraint name_lookups_pkey PRIMARY KEY (source, asked)
);

create table outlook_markets (
  market text not null,
  night date not null,
  los smallint not null,
  occ smallint not null,
  kind "char" not null,
  counts integer[] not null,
  constraint outlook_markets_pkey PRIMARY KEY (market, kind, los, occ, night)
);

create table outlook_nights (
  hotel bigint not null,
  night date not null,
  los smallint not null,
  occ smallint not null,
  quoted smallint not null,
  kind "char" not null,
  tax "char" not null,
  falls smallint[] not null,
  falls_after_tax smallint[] not null,
  constraint outlook_nights_pkey PRIMARY KEY (hotel, kind, los, occ, night, quoted, tax)
);

create table outlook_settled (
  id integer not null default 1,
  night date not null,
  constraint outlook_settled_pkey PRIMARY KEY (id),
  constraint outlook_settled_id_check CHECK ((id = 1))
);

create table passkeys (
  id text not null,
  user_id text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table place_lookups (
  asked bytea not null,
  places jsonb not null,
  created_at timestamp with time zone not null,
  constraint place_lookups_pkey PRIMARY KEY (asked)
);

create table place_turns (
  place bigint not null,
  constraint place_turns_pkey PRIMARY KEY (place),
  constraint place_turns_place_fkey FOREIGN KEY (place) REFERENCES watched_places(id) ON DELETE CASCADE
);

create table processes (
  id uuid not null,
  role text not null,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  mailed_at timestamp with time zone,
  mail_failed_at timestamp with time zone,
  mail_error text,
  constraint processes_pkey PRIMARY KEY (id)
);

create table receipt_bodies (
  sha256 bytea not null,
  body bytea not null,
  named_at timestamp with time zone not null,
  constraint receipt_bodies_pkey PRIMARY KEY (sha256)
);

create table receipt_keys (
  id text not null,
  public_key bytea not null,
  private_key bytea,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint receipt_keys_pkey PRIMARY KEY (id)
);

create table receipt_parts (
  receipt text not null,
  sha256 bytea not null,
  constraint receipt_parts_pkey PRIMARY KEY (receipt, sha256),
  constraint receipt_parts_receipt_fkey FOREIGN KEY (receipt) REFERENCES receipts(id) ON DELETE CASCADE,
  constraint receipt_parts_sha256_fkey FOREIGN KEY (sha256) REFERENCES receipt_bodies(sha256)
);

create table receipts (
  id text not null,
  account bigint not null,
  made_at timestamp with time zone not null,
  document bytea not null,
  bytes integer not null,
  token_hash bytea,
  token bytea,
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_account_fkey FOREIGN KEY (account) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint receipts_token_hash_key UNIQUE (token_hash)
);

create table recovery_codes (
  user_id text not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table refreshes (
  id bigint not null generated always as identity,
  source text not null,
  code text not null,
  kind text not null,
  los smallint not null,
  occ integer not null,
  currency text not null,
  first date not null,
  last date not null,
  watchers integer not null,
  due_at timestamp with time zone,
  tasks_open integer not null default 0,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint refreshes_pkey PRIMARY KEY (id),
  constraint refreshes_source_code_kind_los_occ_currency_first_last_key UNIQUE (source, code, kind, los, occ, currency, first, last)
);

create table request_rings (
  account bigint not null,
  next bigint not null,
  swept_at timestamp with time zone not null,
  constraint request_rings_pkey PRIMARY KEY (account),
  constraint request_rings_account_fkey FOREIGN KEY (account) REFERENCES accounts(id)
);

create table sale_stays (
  hotel bigint not null,
  seen bigint not null,
  checkin date not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  sale text collate "C" not null,
  answer text not null,
  constraint sale_stays_pkey PRIMARY KEY (hotel, los, occ, currency, checkin, sale)
) with (fillfactor=85);

create table schedule_runs (
  id bigint not null generated always as identity,
  public_id text not null,
  schedule bigint not null,
  account bigint not null,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  status text not null,
  reason text,
  message text,
  job text,
  cells integer not null default 0,
  credits bigint not null default 0,
  ended_at timestamp with time zone,
  constraint schedule_runs_pkey PRIMARY KEY (id),
  constraint schedule_runs_public_id_key UNIQUE (public_id),
  constraint schedule_runs_schedule_due_at_key UNIQUE (schedule, due_at),
  constraint schedule_runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'canceled'::text, 'refused'::text])))
);

create table schedules (
  id bigint not null generated always as identity,
  public_id text not null,
  account bigint not null,
  key bigint not null,
  request_id text not null,
  name text not null,
  ask text not null,
  body jsonb not null,
  every text not null,
  at_minute integer not null,
  on_days text[] not null,
  timezone text not null,
  max_credits bigint not null,
  format text not null,
  endpoints text[] not null,
  status text not null default 'active'::text,
  next_run_at timestamp with time zone,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  deliver text not null default 'link'::text,
  constraint schedules_pkey PRIMARY KEY (id),
  constraint schedules_ask_check CHECK ((ask = ANY (ARRAY['matrix'::text, 'compset'::text, 'parity'::text]))),
  constraint schedules_at_minute_check CHECK (((at_minute >= 0) AND (at_minute <= 1439))),
  constraint schedules_deliver_check CHECK ((deliver = ANY (ARRAY['link'::text, 'attachment'::text]))),
  constraint schedules_every_check CHECK ((every = ANY (ARRAY['hour'::text, 'day'::text, 'week'::text]))),
  constraint schedules_public_id_key UNIQUE (public_id),
  constraint schedules_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'suspended'::text])))
);

create table schema_definitions (
  name text not null,
  kind text not null,
  checksum text not null,
  constraint schema_definitions_pkey PRIMARY KEY (name)
);

create table schema_migrations (
  version integer not null,
  name text not null,
  applied_at timestamp with time zone not null default now(),
  checksum text,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table search_pace (
  only_row boolean not null default true,
  next_page_at timestamp with time zone not null,
  parked_until timestamp with time zone not null,
  constraint search_pace_pkey PRIMARY KEY (only_row),
  constraint search_pace_only_row_check CHECK (only_row)
);

create table second_factors (
  user_id text not null,
  secret bytea,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table secret_keys (
  fingerprint bytea not null,
  added_at timestamp with time zone not null default now(),
  constraint secret_keys_pkey PRIMARY KEY (fingerprint)
);

create table sets (
  id bigint not null generated always as identity,
  public_id text not null,
  account bigint not null,
  name text not null,
  hotels jsonb not null,
  subject jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint sets_pkey PRIMARY KEY (id),
  constraint sets_public_id_key UNIQUE (public_id)
);

create table sightings (
  id bigint not null generated always as identity,
  place bigint not null,
  seen bigint,
  nights date[] not null,
  constraint sightings_pkey PRIMARY KEY (id)
);

create table sign_in_steps (
  token_hash bytea not null,
  kind text not null,
  user_id text,
  detail jsonb not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_steps_pkey PRIMARY KEY (token_hash),
  constraint sign_in_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table source_budget_notices (
  source text not null,
  period text not null,
  starts date not null,
  budget bigint not null,
  pct smallint not null,
  told_at timestamp with time zone not null,
  constraint source_budget_notices_pkey PRIMARY KEY (source, period, starts, budget, pct)
);

create table source_drifts (
  id bigint not null generated always as identity,
  source text not null,
  family text not null,
  request text not null,
  path text not null,
  change text not null,
  before text not null,
  after text not null,
  body bytea not null,
  first_seen timestamp with time zone not null,
  learnt_at timestamp with time zone,
  learnt_by text,
  constraint source_drifts_pkey PRIMARY KEY (id)
);

create table source_leases (
  source text not null,
  process uuid not null,
  turn integer not null,
  day date not null,
  held integer not null,
  seen_at timestamp with time zone not null,
  constraint source_leases_pkey PRIMARY KEY (source, process)
);

create table source_orders (
  source text not null,
  epoch integer not null default 0,
  recording text,
  recording_until timestamp with time zone,
  constraint source_orders_pkey PRIMARY KEY (source)
);

create table source_recordings (
  id bigint not null generated always as identity,
  recording text not null,
  made_at timestamp with time zone not null,
  content bytea not null,
  constraint source_recordings_pkey PRIMARY KEY (id)
);

create table source_samples (
  source text not null,
  family text not null,
  verb text not null,
  no smallint not null,
  sample bytea not null,
  updated_at timestamp with time zone not null,
  constraint source_samples_pkey PRIMARY KEY (source, family, verb, no)
);

create table source_settings (
  one boolean not null default true,
  revision bigint not null,
  sandbox boolean not null,
  choice text,
  constraint source_settings_pkey PRIMARY KEY (one),
  constraint source_settings_one_check CHECK (one)
);

create table source_shapes (
  source text not null,
  family text not null,
  request text not null,
  shape bytea not null,
  answers bigint not null,
  updated_at timestamp with time zone not null,
  constraint source_shapes_pkey PRIMARY KEY (source, family, request)
);

create table source_sightings (
  process uuid not null,
  source text not null,
  answered integer not null,
  failed integer not null,
  latency_ms integer,
  seen_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  failing_since timestamp with time zone,
  failed_at timestamp with time zone[] not null,
  failed_as text,
  failed_verb text,
  last_failed_at timestamp with time zone,
  constraint source_sightings_pkey PRIMARY KEY (process, source)
);

create table source_spending (
  source text not null,
  day date not null,
  purpose text not null,
  currency text not null,
  requests bigint not null,
  micro bigint not null,
  constraint source_spending_pkey PRIMARY KEY (source, day, purpose, currency)
);

create table stays (
  hotel bigint not null,
  seen bigint not null,
  checkin date not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  figures text not null,
  answer text not null,
  constraint stays_pkey PRIMARY KEY (hotel, los, occ, currency, checkin)
) with (fillfactor=85);

create table tasks (
  id bigint not null generated always as identity,
  kind text not null,
  job bigint,
  refresh bigint,
  no integer not null,
  source text not null,
  state "char" not null default 'q'::"char",
  attempt integer not null default 0,
  worker bigint,
  due timestamp with time zone,
  first_cell integer not null default 0,
  cells integer not null default 0,
  got integer,
  worst bigint not null default 0,
  ask jsonb not null,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_owner CHECK ((num_nonnulls(job, refresh) <= 1))
) with (fillfactor=70);

create table throttles (
  bucket bytea not null,
  tries integer not null,
  ends_at timestamp with time zone not null,
  constraint throttles_pkey PRIMARY KEY (bucket)
);

create table unindexed_hotels (
  hotel bigint not null,
  constraint unindexed_hotels_pkey PRIMARY KEY (hotel)
);

create table unwanted_mail (
  recipient bytea not null,
  stopped_at timestamp with time zone not null,
  constraint unwanted_mail_pkey PRIMARY KEY (recipient)
);

create table usage_lines (
  account bigint not null,
  id uuid not null,
  at timestamp with time zone not null,
  period integer not null,
  key bigint not null,
  endpoint text not null,
  request_id text not null,
  credits bigint not null,
  live integer not null,
  cached integer not null,
  free integer not null,
  job text,
  task integer,
  watch text,
  constraint usage_lines_pkey PRIMARY KEY (account, id),
  constraint usage_lines_credits_check CHECK ((credits > 0))
) partition by RANGE (id);

create table usage_lines_rest (
  account bigint not null,
  id uuid not null,
  at timestamp with time zone not null,
  period integer not null,
  key bigint not null,
  endpoint text not null,
  request_id text not null,
  credits bigint not null,
  live integer not null,
  cached integer not null,
  free integer not null,
  job text,
  task integer,
  watch text,
  constraint usage_lines_rest_pkey PRIMARY KEY (account, id),
  constraint usage_lines_credits_check CHECK ((credits > 0))
) partition of usage_lines DEFAULT;

create table user_credentials (
  id text not null,
  user_id text not null,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint user_credentials_pkey PRIMARY KEY (id),
  constraint user_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint user_credentials_user_id_provider_id_key UNIQUE (user_id, provider_id)
);

create table user_sessions (
  id text not null,
  user_id text not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  way text,
  constraint user_sessions_pkey PRIMARY KEY (id),
  constraint user_sessions_token_key UNIQUE (token),
  constraint user_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id text not null,
  email text not null,
  name text not null,
  email_verified boolean not null,
  image text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  account bigint,
  role text not null default 'owner'::text,
  preferences jsonb not null default '{}'::jsonb,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_account_fkey FOREIGN KEY (account) REFERENCES accounts(id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text, 'viewer'::text])))
);

create table value_looks (
  hotel bigint not null,
  until bigint not null,
  nights bit(512) not null,
  fresh_nights bit(512) not null,
  constraint value_looks_pkey PRIMARY KEY (hotel)
) with (fillfactor=70);

create table wallets (
  account bigint not null,
  content jsonb not null,
  updated_at timestamp with time zone not null,
  constraint wallets_pkey PRIMARY KEY (account),
  constraint wallets_account_fkey FOREIGN KEY (account) REFERENCES accounts(id)
);

create table watch_nights (
  watch bigint not null,
  night date not null,
  seen bigint,
  cell jsonb,
  channel_seen bigint,
  channel jsonb,
  holds boolean,
  constraint watch_nights_pkey PRIMARY KEY (watch, night)
) with (fillfactor=80);

create table watched_places (
  id bigint not null generated always as identity,
  hotel bigint not null,
  kind "char" not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  watchers integer not null,
  constraint watched_places_pkey PRIMARY KEY (id),
  constraint watched_places_hotel_kind_los_occ_currency_key UNIQUE (hotel, kind, los, occ, currency)
);

create table watches (
  id bigint not null generated always as identity,
  public_id text not null,
  account bigint not null,
  key bigint not null,
  request_id text not null,
  refresh bigint not null,
  place bigint not null,
  channel_place bigint,
  hook bigint,
  status text not null default 'active'::text,
  condition text not null,
  terms jsonb not null,
  refresh_sec integer not null,
  after_sighting bigint not null,
  pay_after timestamp with time zone,
  held bigint not null default 0,
  needs bigint,
  asked_at timestamp with time zone,
  asked_request text,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  attention text,
  endpoints bigint[] not null default '{}'::bigint[],
  held_for jsonb,
  constraint watches_pkey PRIMARY KEY (id),
  constraint watches_held_check CHECK ((held >= 0)),
  constraint watches_public_id_key UNIQUE (public_id),
  constraint watches_receivers CHECK (((hook IS NULL) = (cardinality(endpoints) > 0)))
);

create table workers (
  id bigint not null generated always as identity,
  seen_at timestamp with time zone not null,
  rows text not null default 'tasks'::text,
  serves text[] not null default '{}'::text[],
  constraint workers_pkey PRIMARY KEY (id)
);

CREATE INDEX accounts_deleted ON public.accounts USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE UNIQUE INDEX accounts_email ON public.accounts USING btree (lower(email));

CREATE INDEX acts_at ON public.acts USING btree (at);

CREATE INDEX agent_clients_read ON public.agent_clients USING btree (read_at);

CREATE INDEX board_runs_job ON public.board_runs USING btree (job);

CREATE INDEX bookings_unreminded ON public.bookings USING btree (cancel_by) WHERE ((reminded_at IS NULL) AND (closed_at IS NULL));

CREATE INDEX cells_worth ON public.cells USING btree (rated, night, worth DESC, code, source) INCLUDE (hotel) WHERE ((kind = 'a'::"char") AND (los = 1) AND (occ = 201) AND (worth IS NOT NULL));

CREATE INDEX cells_worth_country ON public.cells USING btree (country, rated, night, worth DESC, code, source) INCLUDE (hotel) WHERE ((kind = 'a'::"char") AND (los = 1) AND (occ = 201) AND (worth IS NOT NULL));

CREATE UNIQUE INDEX deliveries_event ON public.deliveries USING btree (event, hook);

CREATE INDEX deliveries_later ON public.deliveries USING btree (due_at) WHERE (state = 'w'::"char");

CREATE INDEX deliveries_of_hook ON public.deliveries USING btree (hook) WHERE ((state)::text = ANY (ARRAY['q'::text, 'w'::text]));

CREATE INDEX deliveries_under_way ON public.deliveries USING btree (worker) WHERE (state = 'r'::"char");

CREATE INDEX deliveries_waiting ON public.deliveries USING btree (lane, due_at) WHERE (state = 'q'::"char");

CREATE INDEX events_account ON public.events USING btree (account, no);

CREATE INDEX events_type ON public.events USING btree (account, type, no);

CREATE INDEX events_watch ON public.events USING btree (account, watch, no) WHERE (watch IS NOT NULL);

CREATE INDEX feeds_account ON public.feeds USING btree (account);

CREATE INDEX forgotten_events_no ON public.forgotten_events USING btree (no);

CREATE INDEX fx_tables_stored ON public.fx_tables USING btree (stored_at);

CREATE INDEX grant_codes_expiry ON public.grant_codes USING btree (expires_at);

CREATE INDEX grant_codes_key ON public.grant_codes USING btree (key);

CREATE INDEX grant_tokens_expiry ON public.grant_tokens USING btree (expires_at);

CREATE INDEX grant_tokens_key ON public.grant_tokens USING btree (key);

CREATE INDEX hooks_endpoints ON public.hooks USING btree (account, id) WHERE ((public_id IS NOT NULL) AND (retired_at IS NULL));

CREATE INDEX hooks_retired ON public.hooks USING btree (retired_at) WHERE (retired_at IS NOT NULL);

CREATE INDEX hotel_lookups_age ON public.hotel_lookups USING btree (created_at);

CREATE INDEX hotel_search_chains ON public.hotel_search USING gin (terms) WITH (fastupdate=off) WHERE (terms @> '{@chain}'::text[]);

CREATE INDEX hotel_search_code ON public.hotel_search USING btree (code_key);

CREATE INDEX hotel_search_name ON public.hotel_search USING btree (source, name_key);

CREATE INDEX hotel_search_name_words ON public.hotel_search USING btree (name_words);

CREATE INDEX hotel_search_otas ON public.hotel_search USING gin (terms) WITH (fastupdate=off) WHERE (terms @> '{@ota}'::text[]);

CREATE INDEX hotel_search_place_words ON public.hotel_search USING btree (place_words);

CREATE INDEX hotel_words_letter ON public.hotel_words USING btree ("left"(word, 1), hotels DESC);

CREATE INDEX hotel_words_letters ON public.hotel_words USING btree ("left"(word, 2), hotels DESC);

CREATE INDEX hotel_words_similar ON public.hotel_words USING gin (word gin_trgm_ops);

CREATE INDEX hotels_city ON public.hotels USING btree (fold_name(city), country);

CREATE INDEX hotels_where ON public.hotels USING btree (lat, lng) WHERE ((lat IS NOT NULL) AND (lng IS NOT NULL));

CREATE INDEX idempotent_answers_age ON public.idempotent_answers USING btree (created_at);

CREATE UNIQUE INDEX invitations_email ON public.invitations USING btree (account, lower(email));

CREATE INDEX invitations_expiry ON public.invitations USING btree (expires_at);

CREATE INDEX jobs_account ON public.jobs USING btree (account, id DESC);

CREATE INDEX jobs_ended ON public.jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);

CREATE UNIQUE INDEX jobs_filling ON public.jobs USING btree (account, fill) WHERE ((fill IS NOT NULL) AND (status = ANY (ARRAY['queued'::text, 'running'::text])));

CREATE INDEX jobs_open ON public.jobs USING btree (account) WHERE (finished_at IS NULL);

CREATE INDEX jobs_unspent ON public.jobs USING btree (account, finished_at) WHERE unspent;

CREATE INDEX jobs_untold ON public.jobs USING btree (id) WHERE (((hook IS NOT NULL) OR (cardinality(endpoints) > 0)) AND (told_at IS NULL));

CREATE INDEX keys_account ON public.keys USING btree (account);

CREATE INDEX keys_ending ON public.keys USING btree (expires_at) WHERE ((expires_at IS NOT NULL) AND (revoked_at IS NULL));

CREATE INDEX mail_turns_taken ON public.mail_turns USING btree (taken_at);

CREATE INDEX mcp_calls_of_key ON public.mcp_calls USING btree (key, made_at);

CREATE INDEX name_lookups_age ON public.name_lookups USING btree (created_at);

CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

CREATE INDEX place_lookups_age ON public.place_lookups USING btree (created_at);

CREATE UNIQUE INDEX receipt_keys_current ON public.receipt_keys USING btree ((true)) WHERE (retired_at IS NULL);

CREATE INDEX receipt_parts_body ON public.receipt_parts USING btree (sha256);

CREATE INDEX receipts_account ON public.receipts USING btree (account) INCLUDE (bytes);

CREATE INDEX receipts_age ON public.receipts USING btree (made_at);

CREATE INDEX receipts_newest ON public.receipts USING btree (account, made_at DESC, id DESC);

CREATE INDEX refreshes_due ON public.refreshes USING btree (due_at) WHERE ((tasks_open = 0) AND (due_at IS NOT NULL));

CREATE INDEX request_rings_swept ON public.request_rings USING btree (swept_at);

CREATE INDEX schedule_runs_ended ON public.schedule_runs USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX schedule_runs_job ON public.schedule_runs USING btree (job) WHERE (job IS NOT NULL);

CREATE INDEX schedule_runs_of ON public.schedule_runs USING btree (schedule, id);

CREATE UNIQUE INDEX schedule_runs_open ON public.schedule_runs USING btree (schedule) WHERE (ended_at IS NULL);

CREATE INDEX schedules_account ON public.schedules USING btree (account, id);

CREATE INDEX schedules_deleted ON public.schedules USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX schedules_due ON public.schedules USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);

CREATE INDEX sets_account ON public.sets USING btree (account, id);

CREATE INDEX sets_deleted ON public.sets USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX sightings_place ON public.sightings USING btree (place);

CREATE INDEX sign_in_steps_expiry ON public.sign_in_steps USING btree (expires_at);

CREATE INDEX source_drifts_newest ON public.source_drifts USING btree (first_seen);

CREATE UNIQUE INDEX source_drifts_open ON public.source_drifts USING btree (source, family, request, path) WHERE (learnt_at IS NULL);

CREATE INDEX source_recordings_of ON public.source_recordings USING btree (recording, id);

CREATE INDEX source_spending_day ON public.source_spending USING btree (day);

CREATE UNIQUE INDEX tasks_directory ON public.tasks USING btree (source) WHERE (kind = 'directory'::text);

CREATE INDEX tasks_open ON public.tasks USING btree (job, first_cell) WHERE (state = ANY (ARRAY['q'::"char", 'r'::"char"]));

CREATE INDEX tasks_refresh ON public.tasks USING btree (refresh) WHERE (refresh IS NOT NULL);

CREATE INDEX tasks_under_way ON public.tasks USING btree (worker) WHERE (state = 'r'::"char");

CREATE INDEX tasks_waiting ON public.tasks USING btree (kind, source, no, id) WHERE (state = 'q'::"char");

CREATE INDEX throttles_end ON public.throttles USING btree (ends_at);

CREATE UNIQUE INDEX usage_lines_rest_task ON public.usage_lines_rest USING btree (job, task) WHERE (job IS NOT NULL);

CREATE UNIQUE INDEX user_credentials_identity ON public.user_credentials USING btree (provider_id, account_id);

CREATE INDEX user_sessions_expiry ON public.user_sessions USING btree (expires_at);

CREATE INDEX user_sessions_user ON public.user_sessions USING btree (user_id);

CREATE INDEX users_account ON public.users USING btree (account);

CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));

CREATE INDEX value_looks_fresh_nights ON public.value_looks USING btree (bit_count(fresh_nights));

CREATE INDEX value_looks_nights ON public.value_looks USING btree (bit_count(nights));

CREATE INDEX value_looks_until ON public.value_looks USING btree (until);

CREATE INDEX watches_account ON public.watches USING btree (account) WHERE (deleted_at IS NULL);

CREATE INDEX watches_channel ON public.watches USING btree (channel_place) WHERE ((status = 'active'::text) AND (deleted_at IS NULL));

CREATE INDEX watches_hook ON public.watches USING btree (hook);

CREATE INDEX watches_key ON public.watches USING btree (key, id) WHERE (deleted_at IS NULL);

CREATE INDEX watches_place ON public.watches USING btree (place) WHERE ((status = 'active'::text) AND (deleted_at IS NULL));

CREATE INDEX watches_refresh ON public.watches USING btree (refresh);

CREATE INDEX watches_suspended ON public.watches USING btree (account) WHERE ((status = 'suspended'::text) AND (deleted_at IS NULL));

CREATE OR REPLACE FUNCTION public.award_cells_kept(jobs bigint[], hotel_nos bigint[], lengths integer[], occs integer[], currencies integer[], nights date[])
 RETURNS TABLE(job bigint, hotel bigint, night date, los smallint, seen bigint, status "char", min_los smallint, quoted smallint, bar bigint, bar_after_tax bigint, member bigint, points integer, points_cash integer, copay bigint, premium boolean, cpp integer, cpp_points_cash integer)
 LANGUAGE sql
 STABLE
AS $function$
  select * from cells_kept((
    select json_agg(p) from (
      select award_kind() as kind, n.*
      from unnest(jobs, hotel_nos, lengths, occs, currencies, nights) as n(job, hotel, los, occ, currency, night)) p))
$function$
;

CREATE OR REPLACE FUNCTION public.award_kind()
 RETURNS "char"
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return 'a';
end
$function$
;

CREATE OR REPLACE FUNCTION public.award_pairs_of(of_hotel bigint, from_night date, to_night date)
 RETURNS TABLE(night date, cash_seen bigint, award_seen bigint, is_sold boolean, has_award boolean, has_premium boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select c.night, c.seen, a.seen, c.is_sold, a.has_award, a.has_premium
  from (
    select distinct on (night) night, seen, status = 'a' and coalesce(bar, bar_after_tax) is not null as is_sold
    from cells_of(of_hotel, 'c', 1, 201, from_night, to_night) order by night, seen desc, currency
  ) c join (
    select distinct on (night) night, seen, points is not null and premium as has_premium,
      (points is not null and not premium) or points_cash is not null as has_award
    from cells_of(of_hotel, 'a', 1, 201, from_night, to_night) order by night, seen desc, currency
  ) a on a.night = c.night and abs(a.seen - c.seen) <= 86400000
$function$
;

CREATE OR REPLACE FUNCTION public.cash_cells_kept(jobs bigint[], hotel_nos bigint[], lengths integer[], occs integer[], currencies integer[], nights date[])
 RETURNS TABLE(job bigint, hotel bigint, night date, los smallint, seen bigint, status "char", min_los smallint, quoted smallint, bar bigint, bar_after_tax bigint, member bigint, points integer, points_cash integer, copay bigint, premium boolean, cpp integer, cpp_points_cash integer)
 LANGUAGE sql
 STABLE
AS $function$
  select * from cells_kept((
    select json_agg(p) from (
      select 'c' as kind, n.*
      from unnest(jobs, hotel_nos, lengths, occs, currencies, nights) as n(job, hotel, los, occ, currency, night)) p))
$function$
;

CREATE OR REPLACE FUNCTION public.cells_follow_country()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select 1 from after a join before b using (id) where a.country is distinct from b.country) then
    return null;
  end if;
  perform 1 from cells c join after a on a.id = c.hotel join before b on b.id = a.id
  where a.country is distinct from b.country and is_ranked(c.kind, c.los, c.occ)
  order by c.hotel, c.kind, c.los, c.occ, c.currency, c.night for update of c;
  update cells c set country = a.country from after a join before b using (id)
  where a.id = c.hotel and a.country is distinct from b.country and is_ranked(c.kind, c.los, c.occ);
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.cells_forget(from_hotel bigint, to_hotel bigint, before_night date)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  gone bigint;
begin
  with gone as (
    delete from cells where hotel >= from_hotel and hotel < to_hotel and night < before_night
    returning hotel, kind, los, occ, currency, night, seen, steady
  )
  insert into last_looks as l (hotel, kind, los, occ, currency, night, seen, steady) select * from gone
  on conflict (hotel, kind, los, occ, currency, night) do update set seen = greatest(l.seen, excluded.seen),
    steady = excluded.steady;
  get diagnostics gone = row_count;
  return gone;
end
$function$
;

CREATE OR REPLACE FUNCTION public.cells_kept(settled json)
 RETURNS TABLE(job bigint, hotel bigint, night date, los smallint, seen bigint, status "char", min_los smallint, quoted smallint, bar bigint, bar_after_tax bigint, member bigint, points integer, points_cash integer, copay bigint, premium boolean, cpp integer, cpp_points_cash integer)
 LANGUAGE sql
 STABLE
AS $function$
  select p.job, c.* from json_to_recordset(settled) as p(job bigint, hotel bigint, kind "char", los int, occ int, currency int, night date)
  cross join lateral (
    select hotel, night, los, seen, status, min_los, quoted, bar, bar_after_tax, member, points, points_cash, copay, premium,
      cpp, cpp_points_cash
    from cells
    where cells.hotel = p.hotel and cells.kind = p.kind and cells.los = p.los and cells.occ = p.occ and cells.night = p.night
      and (p.kind = award_kind() or cells.currency = p.currency)
    order by seen desc, cells.currency limit 1
  ) c
$function$
;

CREATE OR REPLACE FUNCTION public.cells_observed(observed json)
 RETURNS SETOF cells
 LANGUAGE sql
 STABLE
AS $function$
  select n.hotel, n.seen, n.bar, n.bar_after_tax, n.member, n.member_after_tax, n.copay, n.night, n.points, n.points_cash, n.cpp,
    n.cpp_points_cash, n.los, n.occ, n.currency, n.min_los, n.quoted, n.kind, n.status, n.tax, n.member_known, n.premium,
    n.points_known, h.source, h.code, h.country, n.worth, n.rated, n.seen as steady
  from json_populate_recordset(null::cells, observed) n
  left join lateral (
    select source, code, country from hotels where id = n.hotel and is_ranked(n.kind, n.los, n.occ) offset 0
  ) h on true
$function$
;

CREATE OR REPLACE FUNCTION public.cells_of(of_hotel bigint, of_kind "char", of_los integer, of_occ integer, from_night date, to_night date)
 RETURNS SETOF cells
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from cells
  where hotel = of_hotel and kind = of_kind and los = of_los and occ = of_occ and night between from_night and to_night
$function$
;

CREATE OR REPLACE FUNCTION public.cells_store(observed json, looks json, worth_band double precision)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with incoming as materialized (
    select * from cells_observed(observed)
  ), before as materialized (
    select c.* from cells c join incoming n using (hotel, kind, los, occ, currency, night)
    order by c.hotel, c.kind, c.los, c.occ, c.currency, c.night for update of c
  ), written as (
    insert into cells as c select * from incoming order by hotel, kind, los, occ, currency, night
    on conflict (hotel, kind, los, occ, currency, night) do update set
      seen = excluded.seen, status = excluded.status, min_los = excluded.min_los, quoted = excluded.quoted,
      tax = excluded.tax, bar = excluded.bar, bar_after_tax = excluded.bar_after_tax, member = excluded.member,
      member_after_tax = excluded.member_after_tax, member_known = excluded.member_known, points = excluded.points,
      premium = excluded.premium, points_cash = excluded.points_cash, copay = excluded.copay,
      points_known = excluded.points_known, cpp = excluded.cpp, cpp_points_cash = excluded.cpp_points_cash,
      worth = case when c.rated = -1 and excluded.rated = -1 and abs(excluded.worth - c.worth) <= worth_band * c.worth
        then c.worth else excluded.worth end,
      rated = excluded.rated, source = excluded.source, code = excluded.code, country = excluded.country,
      steady = case when excluded.seen - c.seen <= steady_gap() then coalesce(c.steady, c.seen) else excluded.seen end
    where c.seen < excluded.seen
  ), heard as (
    insert into sightings (place, seen, nights)
    select w.id, n.seen, array_agg(n.night order by n.night)
    from incoming n cross join lateral (
      select id from watched_places w where w.hotel = n.hotel and w.kind = n.kind and w.los = n.los and w.occ = n.occ
        and w.currency = n.currency offset 0
    ) w left join before b using (hotel, kind, los, occ, currency, night)
    where b.seen is null or b.seen < n.seen
    group by w.id, n.seen
  ), changed as (
    insert into cell_history (hotel, kind, los, occ, currency, night, seen, status, min_los, quoted, tax, bar, bar_after_tax,
      member, member_known, points, points_cash, copay, premium, points_known, looked)
    select n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.seen, n.status, n.min_los, n.quoted, n.tax, n.bar,
      n.bar_after_tax, n.member, n.member_known, n.points, n.points_cash, n.copay, n.premium, n.points_known, b.seen
    from incoming n left join before b using (hotel, kind, los, occ, currency, night)
    where b.seen is null or (b.seen < n.seen and (
      (b.status, b.min_los, b.quoted, b.tax, b.bar, b.bar_after_tax) is distinct from
        (n.status, n.min_los, n.quoted, n.tax, n.bar, n.bar_after_tax)
      or (n.member_known and case when b.member_known then b.member is distinct from n.member
        else member_is_news(n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.member) end)
      or (n.points_known and case when b.points_known
        then (b.points, b.points_cash, b.copay, b.premium) is distinct from (n.points, n.points_cash, n.copay, n.premium)
        else points_are_news(n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.points, n.points_cash, n.copay, n.premium)
        end)))
    on conflict do nothing
    returning *
  )
  insert into cell_summaries as s (hotel, kind, los, occ, night, lead, quoted, tax, first, figure, seen, changes, after_tax,
    after_tax_seen, after_tax_changes)
  select hotel, kind, los, occ, night, lead, quoted, tax, min(seen),
    (array_agg(figure order by seen desc) filter (where figure is not null))[1], max(seen) filter (where figure is not null),
    count(figure),
    (array_agg(after_tax order by seen desc) filter (where after_tax is not null))[1],
    max(seen) filter (where after_tax is not null), count(after_tax)
  from (
    select hotel, kind, los, occ, night, seen, lead_bucket(night, seen) as lead,
      case kind when award_kind() then 0 else quoted end as quoted,
      (case when kind = award_kind() or tax is null then 'u' when tax then 'i' else 'e' end)::"char" as tax,
      case kind when award_kind() then points else bar end as figure,
      case when kind <> award_kind() then bar_after_tax end as after_tax
    from changed) c
  where figure is not null or after_tax is not null
  group by hotel, kind, los, occ, night, lead, quoted, tax
  order by hotel, kind, los, occ, night, lead, quoted, tax
  on conflict (hotel, kind, los, occ, night, lead, quoted, tax) do update set
    first = least(s.first, excluded.first),
    figure = case when excluded.seen > s.seen or s.seen is null then excluded.figure else s.figure end,
    seen = greatest(s.seen, excluded.seen),
    changes = s.changes + excluded.changes,
    after_tax = case when excluded.after_tax_seen > s.after_tax_seen or s.after_tax_seen is null
      then excluded.after_tax else s.after_tax end,
    after_tax_seen = greatest(s.after_tax_seen, excluded.after_tax_seen),
    after_tax_changes = s.after_tax_changes + excluded.after_tax_changes;
  if json_array_length(looks) > 0 then
    insert into value_looks as l (hotel, until, nights, fresh_nights)
    select n.hotel, n.until, n.nights, n.nights from json_populate_recordset(null::value_looks, looks) n order by n.hotel
    on conflict (hotel) do update set until = greatest(l.until, excluded.until), nights = l.nights | excluded.nights,
      fresh_nights = l.fresh_nights | excluded.fresh_nights;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.cells_write(hotel_nos bigint[], lengths integer[], occs integer[], currencies integer[], kinds "char"[], nights date[], seens bigint[], statuses "char"[], min_lengths integer[], quoteds integer[], taxes boolean[], bars bigint[], bars_after_tax bigint[], members bigint[], members_after_tax bigint[], members_known boolean[], points_alone integer[], premiums boolean[], points_with_cash integer[], copays bigint[], all_points_known boolean[], cpps integer[], cpps_points_cash integer[], worths double precision[], rateds integer[], look_hotels bigint[], look_untils bigint[], look_nights bit[])
 RETURNS void
 LANGUAGE sql
AS $function$
  select cells_store(
    observed => (
      select json_agg(n)
      from unnest(hotel_nos, lengths, occs, currencies, kinds, nights, seens, statuses, min_lengths, quoteds, taxes, bars,
        bars_after_tax, members, members_after_tax, members_known, points_alone, premiums, points_with_cash, copays,
        all_points_known, cpps, cpps_points_cash, worths, rateds)
      as n(hotel, los, occ, currency, kind, night, seen, status, min_los, quoted, tax, bar, bar_after_tax, member,
        member_after_tax, member_known, points, premium, points_cash, copay, points_known, cpp, cpp_points_cash, worth, rated)),
    looks => (
      select coalesce(json_agg(l), '[]')
      from unnest(look_hotels, look_untils, look_nights) as l(hotel, until, nights)),
    worth_band => 0.005)
$function$
;

CREATE OR REPLACE FUNCTION public.changes_in_force(of_hotel bigint, of_kind "char", of_los integer, of_occ integer, of_currency integer, from_night date, to_night date, at_ms bigint)
 RETURNS SETOF cell_history
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select h.* from generate_series(from_night, to_night, interval '1 day') n(day) cross join lateral (
    select * from cell_history c
    where c.hotel = of_hotel and c.kind = of_kind and c.los = of_los and c.occ = of_occ and c.currency = of_currency
      and c.night = n.day::date and c.seen <= at_ms
    order by c.seen desc limit 1) h
$function$
;

CREATE OR REPLACE FUNCTION public.changes_of(of_hotel bigint, of_kind "char", of_los integer, of_occ integer, of_currency integer, of_night date)
 RETURNS SETOF cell_history
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from cell_history
  where hotel = of_hotel and kind = of_kind and los = of_los and occ = of_occ and currency = of_currency and night = of_night
$function$
;

CREATE OR REPLACE FUNCTION public.earliest_night()
 RETURNS date
 LANGUAGE sql
AS $function$
  select (ledger_now() at time zone 'UTC')::date - 1
$function$
;

CREATE OR REPLACE FUNCTION public.earliest_night_at(of_source text, of_code text)
 RETURNS date
 LANGUAGE sql
AS $function$
  select greatest(earliest_night(), (
    select (ledger_now() at time zone h.timezone)::date - 1 from hotels h
    where h.source = of_source and h.code = of_code and h.timezone is not null))
$function$
;

CREATE OR REPLACE FUNCTION public.events_begin(writers bigint[])
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from accounts where id = any(writers) order by id for no key update;
  return ledger_now();
end
$function$
;

CREATE OR REPLACE FUNCTION public.fold_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select btrim(replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), 'ıøłđð', 'ioldd'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'))
$function$
;

CREATE OR REPLACE FUNCTION public.gin_extract_query_trgm(text, internal, smallint, internal, internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gin_extract_query_trgm$function$
;

CREATE OR REPLACE FUNCTION public.gin_extract_value_trgm(text, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gin_extract_value_trgm$function$
;

CREATE OR REPLACE FUNCTION public.gin_trgm_consistent(internal, smallint, text, integer, internal, internal, internal, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gin_trgm_consistent$function$
;

CREATE OR REPLACE FUNCTION public.gin_trgm_triconsistent(internal, smallint, text, integer, internal, internal, internal)
 RETURNS "char"
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gin_trgm_triconsistent$function$
;

CREATE OR REPLACE FUNCTION public.gtrgm_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_compress$function$
;

CREATE OR REPLACE FUNCTION public.gtrgm_consistent(internal, text, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_consistent$function$
;

CREATE OR REPLACE FUNCTION public.gtrgm_decompress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_decompress$function$
;

CREATE OR REPLACE FUNCTION public.gtrgm_distance(internal, text, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_distance$function$
;

CREATE OR REPLACE FUNCTION public.gtrgm_in(cstring)
 RETURNS gtrgm
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_in$function$
;

CREATE OR REPLACE FUNCTION public.gtrgm_options(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE
AS '$libdir/pg_trgm', $function$gtrgm_options$function$
;

CREATE OR REPLACE FUNCTION public.gtrgm_out(gtrgm)
 RETURNS cstring
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_out$function$
;

CREATE OR REPLACE FUNCTION public.gtrgm_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_penalty$function$
;

CREATE OR REPLACE FUNCTION public.gtrgm_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_picksplit$function$
;

CREATE OR REPLACE FUNCTION public.gtrgm_same(gtrgm, gtrgm, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_same$function$
;

CREATE OR REPLACE FUNCTION public.gtrgm_union(internal, internal)
 RETURNS gtrgm
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_union$function$
;

CREATE OR REPLACE FUNCTION public.holds_sweep(payer bigint, moment timestamp with time zone, OUT amount bigint, OUT holds integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  with gone as (
    delete from holds h where h.account = payer and h.expires_at <= moment returning h.amount
  )
  select coalesce(sum(gone.amount), 0), count(*) into amount, holds from gone;
end
$function$
;

CREATE OR REPLACE FUNCTION public.hotels_queue_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.is_ranked(of_kind "char", of_los smallint, of_occ smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select of_kind = award_kind() and of_los = 1 and of_occ = 201
$function$
;

CREATE OR REPLACE FUNCTION public.job_cancel(wanted text, payer bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  j jobs%rowtype;
  freed bigint;
  dropped int;
begin
  select * into j from jobs where public_id = wanted and account = payer;
  if not found or j.status not in ('queued', 'running') then return; end if;
  select * into freed, dropped from job_drop_waiting(j.id);
  perform 1 from meters where account = payer for update;
  update jobs set status = 'canceled' where id = j.id and status in ('queued', 'running');
  if not found and dropped = 0 then return; end if;
  perform job_release(j.id, payer, freed, dropped);
  perform pg_notify('tasks_waiting', j.id::text);
end
$function$
;

CREATE OR REPLACE FUNCTION public.job_drop_waiting(wanted bigint, OUT freed bigint, OUT dropped integer)
 RETURNS record
 LANGUAGE sql
AS $function$
  with waiting as (
    select id from tasks where job = wanted and state = 'q' for update skip locked
  ), gone as (
    delete from tasks t using waiting where t.id = waiting.id returning t.worst
  )
  select coalesce(sum(worst), 0), count(*) from gone
$function$
;

CREATE OR REPLACE FUNCTION public.job_release(wanted bigint, payer bigint, freed bigint, dropped integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update jobs set held = held - freed, tasks_total = tasks_total - dropped,
    finished_at = case when tasks_done + tasks_failed >= tasks_total - dropped then coalesce(finished_at, ledger_now()) end,
    unspent = spent = 0 and tasks_done + tasks_failed >= tasks_total - dropped
  where id = wanted;
  update meters set held = held - freed where account = payer;
end
$function$
;

CREATE OR REPLACE FUNCTION public.job_turn(wanted bigint, every interval)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.key_has_lines(of_account bigint, of_key bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  perform 1 from usage_lines where account = of_account and key = of_key limit 1;
  return found;
end
$function$
;

CREATE OR REPLACE FUNCTION public.key_room(m meters, payer_key bigint, holding boolean)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  place int := array_position(m.owners, payer_key);
  cap bigint;
  spent bigint;
begin
  if place is not null then
    cap := m.caps[place];
  else
    -- A revoked key keeps its cap: its watches and schedules go on.
    select k.daily_cap into cap from keys k where k.id = payer_key;
  end if;
  if cap is null then return null; end if;
  if place is not null then
    spent := m.today[place];
  else
    select coalesce(sum(u.credits), 0) into spent from usage_lines u
    where u.account = m.account and u.key = payer_key and u.id >= month_bound('usage_lines', m.day)::uuid;
  end if;
  return cap - spent
    - (select coalesce(sum(j.held), 0) from jobs j where j.account = m.account and j.key = payer_key and j.held > 0)
    - (select coalesce(sum(w.held), 0) from watches w where w.account = m.account and w.key = payer_key and w.held > 0)
    - case when holding then (select coalesce(sum(h.amount), 0) from holds h where h.account = m.account and h.key = payer_key) else 0 end;
end
$function$
;

CREATE OR REPLACE FUNCTION public.key_room_now(payer bigint, payer_key bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  m meters%rowtype;
begin
  select * into strict m from meters where account = payer;
  return key_room(meter_open(m, ledger_now()), payer_key, true);
end
$function$
;

CREATE OR REPLACE FUNCTION public.key_spent_today(payer bigint, payer_key bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  m meters%rowtype;
begin
  select * into strict m from meters where account = payer;
  m := meter_open(m, ledger_now());
  return coalesce(m.today[array_position(m.owners, payer_key)], 0);
end
$function$
;

CREATE OR REPLACE FUNCTION public.lead_bucket(night date, seen bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select width_bucket(greatest(night - date '1970-01-01' - (seen / 86400000)::int, 0), array[0, 2, 4, 8, 15, 31, 61, 121])
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_decide(kinds text[], ids uuid[], asked_accounts bigint[], asked_keys bigint[], tokens integer[], exempts boolean[], amounts bigint[], endpoints text[], request_ids text[], lives integer[], cacheds integer[], frees integer[], claims uuid[], statuses integer[], header_sets jsonb[], bodies text[], hold_ms integer)
 RETURNS TABLE(entry integer, verdict text, remaining bigint, unreserved bigint, ahead_us bigint, emit bigint)
 LANGUAGE plpgsql
AS $function$
declare
  e record;
  m meters%rowtype;
  stored meters%rowtype;
  h holds%rowtype;
  moment timestamptz;
  now_us bigint;
  this_period int;
  swept boolean;
  room bigint;
  touched boolean := false;
begin
  -- Meters are always locked in account order, so that two batches cannot deadlock.
  perform 1 from meters where account = any(asked_accounts) order by account for update;
  moment := ledger_now();
  now_us := (extract(epoch from moment) * 1000000)::bigint;
  this_period := ledger_period(moment);

  for e in
    select * from unnest(kinds, ids, asked_accounts, asked_keys, tokens, exempts, amounts, endpoints, request_ids, lives,
      cacheds, frees, claims, statuses, header_sets, bodies) with ordinality
      as t(kind, id, account, key, token, exempt, amount, endpoint, request_id, live, cached, free, claim, status,
        header_set, body, n)
    order by t.account, t.n
  loop
    if not touched or m.account <> e.account then
      if touched and m is distinct from stored then perform meter_save(m); end if;
      select * into strict m from meters where account = e.account;
      stored := m;
      m := meter_open(m, moment);
      -- After a step back of the clock the account waits for one burst, not until the old time is reached again.
      m.tat := least(m.tat, now_us + m.burst * m.emit_us);
      touched := true;
      swept := false;
    end if;

    entry := e.n;
    verdict := null;
    h := null;
    room := null;

    -- A request whose claim was taken over by a retry must not charge as well.
    if e.kind in ('c', 's') and e.claim is not null then
      perform 1 from idempotent_answers i where i.account = e.account and i.claim = e.claim and i.status is null for update;
      if not found then verdict := 'gone'; end if;
    end if;

    if verdict is not null then
      null;
    elsif e.kind in ('s', 'v') then
      delete from holds where id = e.id returning * into h;
      if not found then verdict := 'gone'; end if;
    elsif array_position(m.owners, e.key) is null then
      verdict := 'revoked';
    elsif greatest(m.tat, now_us) + e.token * m.emit_us > now_us + m.burst * m.emit_us then
      verdict := 'rate';
    elsif not e.exempt and m.used >= m.allowance then
      verdict := 'spent';
    elsif m.used + m.held + e.amount > m.allowance and e.amount > 0 then
      if not swept then
        m.held := m.held - (select s.amount from holds_sweep(e.account, moment) s);
        swept := true;
      end if;
      if m.used + m.held + e.amount > m.allowance then verdict := 'short'; end if;
    end if;

    -- Settling needs no room: the hold had it.
    if verdict is null and e.kind in ('c', 'h') and e.amount > 0 and m.caps is not null then
      room := key_room(m, e.key, true);
      if room < e.amount and not swept then
        m.held := m.held - (select s.amount from holds_sweep(e.account, moment) s);
        swept := true;
        room := key_room(m, e.key, true);
      end if;
      if room < e.amount then verdict := 'capped'; end if;
    end if;

    if verdict is null then
      if e.kind in ('a', 'c', 'h') then m.tat := greatest(m.tat, now_us) + e.token * m.emit_us; end if;
      if e.kind = 'h' then
        m.held := m.held + e.amount;
        insert into holds (id, account, key, amount, expires_at)
        values (e.id, e.account, e.key, e.amount, moment + hold_ms * interval '1 ms');
      end if;
      if h.id is not null then m.held := m.held - h.amount; end if;
      if e.kind in ('c', 's') then
        m := meter_charge(m, e.key, e.amount);
        perform usage_add(e.account, e.id, moment, this_period, e.key, e.endpoint, e.request_id, e.amount, e.live, e.cached, e.free);
      end if;
      if e.claim is not null then
        update idempotent_answers i set status = e.status, headers = e.header_set, body = e.body
        where i.account = e.account and i.claim = e.claim;
      end if;
      verdict := 'ok';
    end if;

    remaining := m.allowance - m.used;
    unreserved := case when verdict = 'capped' then room else m.allowance - m.used - m.held end;
    ahead_us := greatest(m.tat - now_us, 0);
    emit := m.emit_us;
    return next;
  end loop;

  -- Refusals change nothing, so they need no commit to disk.
  if touched and m is distinct from stored then perform meter_save(m); end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_expire(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  payer bigint;
  swept record;
  expired int := 0;
begin
  for payer in
    select distinct h.account from holds h where h.expires_at <= ledger_now() order by h.account limit most
  loop
    perform 1 from meters where account = payer for update;
    select * into swept from holds_sweep(payer, ledger_now());
    update meters set held = held - swept.amount where account = payer;
    expired := expired + swept.holds;
  end loop;
  return expired;
end
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_foresee(payer bigint, payer_key bigint, worst bigint, paying bigint, standing boolean)
 RETURNS TABLE(verdict text, unreserved bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  m meters%rowtype;
  room bigint;
begin
  select * into strict m from meters where account = payer;
  m := meter_open(m, ledger_now());
  m.used := m.used + paying;
  m.held := m.held - (select coalesce(sum(h.amount), 0) from holds h where h.account = payer);
  verdict := reserve_verdict(m, payer_key, worst, standing);
  unreserved := m.allowance - m.used - m.held;
  if verdict = 'ok' then
    room := key_room(m, payer_key, false) - paying;
    if room < worst then
      verdict := 'capped';
      unreserved := room;
    end if;
  end if;
  return next;
end
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$ select clock_timestamp() $function$
;

CREATE OR REPLACE FUNCTION public.ledger_period(at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (extract(year from at at time zone 'UTC') * 100 + extract(month from at at time zone 'UTC'))::int
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_reserve(payer bigint, payer_key bigint, worst bigint, charged bigint, standing boolean DEFAULT false)
 RETURNS TABLE(verdict text, remaining bigint, unreserved bigint)
 LANGUAGE plpgsql
AS $function$
declare
  m meters%rowtype;
  moment timestamptz;
  room bigint;
begin
  select * into strict m from meters where account = payer for update;
  moment := ledger_now();
  m := meter_open(m, moment);
  verdict := reserve_verdict(m, payer_key, worst, standing);
  -- The room for the whole job: what it holds is taken off already.
  room := key_room(m, payer_key, true) + worst - charged;
  if verdict = 'short' or room < worst then
    m.held := m.held - (select s.amount from holds_sweep(payer, moment) s);
    verdict := reserve_verdict(m, payer_key, worst, standing);
    room := key_room(m, payer_key, true) + worst - charged;
  end if;
  if verdict = 'ok' and room < worst then verdict := 'capped'; end if;
  if verdict = 'ok' then
    m := meter_charge(m, payer_key, charged);
    m.held := m.held + worst - charged;
  end if;
  perform meter_save(m);
  remaining := m.allowance - m.used;
  unreserved := case when verdict = 'capped' then room else m.allowance - m.used - m.held end;
  return next;
end
$function$
;

CREATE OR REPLACE FUNCTION public.mcp_reserve(of_key bigint, of_account bigint, call uuid, worst bigint, jobs boolean, OUT refused boolean, OUT unspent bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  moment timestamptz := ledger_now();
  today date := (moment at time zone 'UTC')::date;
  cap mcp_caps;
  late bigint;
  under_way bigint;
  ended_calls uuid[];
begin
  refused := false;
  select * into cap from mcp_caps where key = of_key for update;
  if not found then
    return;
  end if;
  with ended as (
    delete from mcp_calls c where c.key = of_key and c.made_at < moment - interval '10 minutes' returning c.*
  )
  select coalesce(sum(e.credits) filter (where e.with_jobs), 0), array_agg(e.id) filter (where not e.with_jobs)
  into late, ended_calls from ended e where e.day = today;
  if ended_calls is not null then
    late := late + (
      select coalesce(sum(u.credits), 0) from usage_lines u where u.account = of_account and u.id = any(ended_calls));
  end if;
  select coalesce(sum(c.credits), 0) into under_way from mcp_calls c where c.key = of_key and c.day = today;
  if cap.day <> today then
    cap.spent := 0;
  end if;
  update mcp_caps set day = today, spent = cap.spent + late where key = of_key;
  unspent := cap.credits - cap.spent - late - under_way;
  refused := worst > unspent;
  if not refused then
    insert into mcp_calls (id, key, day, credits, with_jobs, made_at) values (call, of_key, today, worst, jobs, moment);
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.mcp_settle(of_key bigint, call uuid, charged bigint, has_jobs boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from mcp_caps where key = of_key for update;
  with ended as (
    delete from mcp_calls where id = call returning day, credits
  )
  update mcp_caps c set spent = c.spent + case when has_jobs then e.credits else charged end
  from ended e where c.key = of_key and c.day = e.day;
end
$function$
;

CREATE OR REPLACE FUNCTION public.member_is_news(of_hotel bigint, of_kind "char", of_los integer, of_occ integer, of_currency integer, of_night date, new_member bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  last record;
begin
  select h.member into last from cell_history h
  where h.hotel = of_hotel and h.kind = of_kind and h.los = of_los and h.occ = of_occ and h.currency = of_currency
    and h.night = of_night and h.member_known
  order by h.seen desc limit 1;
  return not found or last.member is distinct from new_member;
end
$function$
;

CREATE OR REPLACE FUNCTION public.meter_charge(m meters, payer_key bigint, charge bigint)
 RETURNS meters
 LANGUAGE plpgsql
AS $function$
declare
  place int := array_position(m.owners, payer_key);
begin
  m.used := m.used + charge;
  if place is not null then
    m.spend[place] := m.spend[place] + charge;
    m.today[place] := m.today[place] + charge;
  elsif charge > 0 then
    update keys set spent = case when spent_period = m.period then spent else 0 end + charge, spent_period = m.period
    where id = payer_key;
  end if;
  return m;
end
$function$
;

CREATE OR REPLACE FUNCTION public.meter_open(m meters, moment timestamp with time zone)
 RETURNS meters
 LANGUAGE plpgsql
AS $function$
declare
  this_period int := ledger_period(moment);
  this_day date := (moment at time zone 'UTC')::date;
begin
  if m.period < this_period then
    m.period := this_period;
    m.used := 0;
    m.spend := array_fill(0::bigint, array[cardinality(m.owners)]);
  end if;
  if m.day < this_day then
    m.day := this_day;
    m.today := array_fill(0::bigint, array[cardinality(m.owners)]);
  end if;
  return m;
end
$function$
;

CREATE OR REPLACE FUNCTION public.meter_save(m meters)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update meters set period = m.period, used = m.used, held = m.held, tat = m.tat, spend = m.spend, day = m.day, today = m.today
  where account = m.account;
end
$function$
;

CREATE OR REPLACE FUNCTION public.meter_settle(payer bigint, payer_key bigint, moment timestamp with time zone, charge bigint, freed bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  m meters%rowtype;
begin
  select * into strict m from meters where account = payer;
  m := meter_charge(meter_open(m, moment), payer_key, charge);
  m.held := m.held - freed;
  perform meter_save(m);
end
$function$
;

CREATE OR REPLACE FUNCTION public.month_add(parent text, month date)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  part text := parent || to_char(month, '_YYYY_MM');
  rest text := parent || '_rest';
  key text := case parent when 'usage_lines' then 'id' else 'night' end;
  starts text := month_bound(parent, month);
  ends text := month_bound(parent, (month + interval '1 month')::date);
begin
  if to_regclass(part) is not null then return false; end if;
  execute format('lock table %I in access exclusive mode', rest);
  if to_regclass(part) is not null then return false; end if;
  execute format('create table %I (like %I including all)', part, rest);
  execute format('with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$I select * from moved',
    rest, key, starts, ends, part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, starts, ends);
  return true;
end
$function$
;

CREATE OR REPLACE FUNCTION public.month_bound(parent text, month date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case parent
    when 'usage_lines' then (lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid::text
    else month::text
  end
$function$
;

CREATE OR REPLACE FUNCTION public.points_are_news(of_hotel bigint, of_kind "char", of_los integer, of_occ integer, of_currency integer, of_night date, new_points integer, new_points_cash integer, new_copay bigint, new_premium boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  last record;
begin
  select h.points, h.points_cash, h.copay, h.premium into last from cell_history h
  where h.hotel = of_hotel and h.kind = of_kind and h.los = of_los and h.occ = of_occ and h.currency = of_currency
    and h.night = of_night and h.points_known
  order by h.seen desc limit 1;
  return not found or (last.points, last.points_cash, last.copay, last.premium)
    is distinct from (new_points, new_points_cash, new_copay, new_premium);
end
$function$
;

CREATE OR REPLACE FUNCTION public.ranked_cells_of(of_hotel bigint, from_night date, to_night date)
 RETURNS SETOF cells
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from cells where hotel = of_hotel and is_ranked(kind, los, occ) and night between from_night and to_night
$function$
;

CREATE OR REPLACE FUNCTION public.reserve_verdict(m meters, payer_key bigint, worst bigint, standing boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return case
    when not standing and array_position(m.owners, payer_key) is null then 'revoked'
    when m.used >= m.allowance then 'spent'
    when m.used + m.held + worst > m.allowance then 'short'
    else 'ok'
  end;
end
$function$
;

CREATE OR REPLACE FUNCTION public.set_limit(real)
 RETURNS real
 LANGUAGE c
 STRICT
AS '$libdir/pg_trgm', $function$set_limit$function$
;

CREATE OR REPLACE FUNCTION public.show_limit()
 RETURNS real
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$show_limit$function$
;

CREATE OR REPLACE FUNCTION public.show_trgm(text)
 RETURNS text[]
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$show_trgm$function$
;

CREATE OR REPLACE FUNCTION public.similarity(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$similarity$function$
;

CREATE OR REPLACE FUNCTION public.similarity_dist(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$similarity_dist$function$
;

CREATE OR REPLACE FUNCTION public.similarity_op(text, text)
 RETURNS boolean
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$similarity_op$function$
;

CREATE OR REPLACE FUNCTION public.source_lease(of_source text, of_process uuid, of_turn integer, today date, days date[], purposes text[], currencies text[], counts bigint[], micros bigint[], kept integer, wanted integer, somebody_waits boolean, per_day bigint, per_month bigint, reserve_pct integer, OUT free integer, OUT reserved integer, OUT day_used bigint, OUT month_used bigint, OUT told jsonb)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  month date := date_trunc('month', today)::date;
  room bigint;
  free_room bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('source_lease', hashtext(of_source)));
  if not exists (select 1 from source_leases l where l.source = of_source and l.process = of_process and l.turn >= of_turn) then
    insert into source_spending as s (source, day, purpose, currency, requests, micro)
    select of_source, r.day, r.purpose, r.currency, r.requests, r.micro
    from unnest(days, purposes, currencies, counts, micros) as r(day, purpose, currency, requests, micro)
    on conflict (source, day, purpose, currency)
    do update set requests = s.requests + excluded.requests, micro = s.micro + excluded.micro;
  end if;
  free := 0;
  reserved := 0;
  told := '[]';
  if per_day is not null or per_month is not null then
    select u.day_used, u.month_used into day_used, month_used from source_used(of_source, today, of_process) u;
    day_used := day_used + kept;
    month_used := month_used + kept;
    room := greatest(0, least(per_day - day_used, per_month - month_used));
    free_room := greatest(0, least(per_day - ceil(per_day * reserve_pct / 100.0)::bigint - day_used,
      per_month - ceil(per_month * reserve_pct / 100.0)::bigint - month_used));
    if not somebody_waits then room := free_room; end if;
    room := least(room, wanted, greatest(1, room / 16));
    free := least(room, free_room);
    reserved := room - free;
    day_used := day_used + room;
    month_used := month_used + room;
    with reached as (
      insert into source_budget_notices (source, period, starts, budget, pct, told_at)
      select of_source, b.period, b.starts, b.budget, p.pct, ledger_now()
      from (values ('day', today, per_day, day_used), ('month', month, per_month, month_used)) as b(period, starts, budget, used)
      cross join (values (80), (100)) as p(pct)
      where b.used * 100 >= b.budget * p.pct
      on conflict do nothing returning period, pct, budget
    )
    select coalesce(jsonb_agg(to_jsonb(reached)), '[]') into told from reached;
  end if;
  insert into source_leases as l (source, process, turn, day, held, seen_at)
  values (of_source, of_process, of_turn, today, kept + free + reserved, ledger_now())
  on conflict (source, process)
  do update set turn = excluded.turn, day = excluded.day, held = excluded.held, seen_at = excluded.seen_at;
end
$function$
;

CREATE OR REPLACE FUNCTION public.source_used(of_source text, today date, without uuid, OUT day_used bigint, OUT month_used bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(n) filter (where day = today), 0)::bigint, coalesce(sum(n), 0)::bigint
  from (
    select s.day, s.requests as n from source_spending s
    where s.source = of_source and s.day >= date_trunc('month', today)::date and s.day < (date_trunc('month', today) + interval '1 month')::date
    union all
    select l.day, l.held from source_leases l
    where l.source = of_source and l.day >= date_trunc('month', today)::date and l.day < (date_trunc('month', today) + interval '1 month')::date
      and l.process is distinct from without
  ) used
$function$
;

CREATE OR REPLACE FUNCTION public.stay_of(of_hotel bigint, of_los integer, of_occ integer, of_currency integer, of_checkin date)
 RETURNS SETOF stays
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from stays
  where hotel = of_hotel and los = of_los and occ = of_occ and currency = of_currency and checkin = of_checkin
$function$
;

CREATE OR REPLACE FUNCTION public.stays_forget(before_ms bigint, most integer)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  gone bigint;
begin
  delete from stays where ctid = any(array(select ctid from stays where seen < before_ms limit most));
  get diagnostics gone = row_count;
  return gone;
end
$function$
;

CREATE OR REPLACE FUNCTION public.stays_store(observed json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if json_array_length(observed) = 0 then return; end if;
  insert into stays as s
  select * from json_populate_recordset(null::stays, observed) order by hotel, los, occ, currency, checkin
  on conflict (hotel, los, occ, currency, checkin) do update
    set seen = excluded.seen, figures = excluded.figures, answer = excluded.answer
    where s.seen <= excluded.seen;
end
$function$
;

CREATE OR REPLACE FUNCTION public.stays_write(hotel_nos bigint[], lengths integer[], occs integer[], currencies integer[], checkins date[], seens bigint[], figure_texts text[], answer_texts text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  select stays_store(json_agg(n))
  from unnest(hotel_nos, lengths, occs, currencies, checkins, seens, figure_texts, answer_texts)
    as n(hotel, los, occ, currency, checkin, seen, figures, answer)
$function$
;

CREATE OR REPLACE FUNCTION public.steady_gap()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 172800000
$function$
;

CREATE OR REPLACE FUNCTION public.strict_word_similarity(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$strict_word_similarity$function$
;

CREATE OR REPLACE FUNCTION public.strict_word_similarity_commutator_op(text, text)
 RETURNS boolean
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$strict_word_similarity_commutator_op$function$
;

CREATE OR REPLACE FUNCTION public.strict_word_similarity_dist_commutator_op(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$strict_word_similarity_dist_commutator_op$function$
;

CREATE OR REPLACE FUNCTION public.strict_word_similarity_dist_op(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$strict_word_similarity_dist_op$function$
;

CREATE OR REPLACE FUNCTION public.strict_word_similarity_op(text, text)
 RETURNS boolean
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$strict_word_similarity_op$function$
;

CREATE OR REPLACE FUNCTION public.tasks_let_go(task_ids bigint[], holder bigint, of_job bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  payer bigint;
  freed bigint;
  dropped int;
begin
  select account into payer from jobs where id = of_job;
  perform 1 from meters where account = payer for update;
  perform 1 from jobs where id = of_job and status = 'canceled' for update;
  if not found then return; end if;
  update tasks set state = 'q', worker = null where id = any(task_ids) and job = of_job and worker = holder and state = 'r';
  select * into freed, dropped from job_drop_waiting(of_job);
  perform job_release(of_job, payer, freed, dropped);
end
$function$
;

CREATE OR REPLACE FUNCTION public.tasks_settle(task_ids bigint[], attempts integer[], succeeded boolean[], cell_counts integer[], charges bigint[], line_ids uuid[], lives integer[], cacheds integer[], frees integer[])
 RETURNS TABLE(task bigint)
 LANGUAGE plpgsql
AS $function$
declare
  settled settled_task[];
  moment timestamptz;
  this_period int;
begin
  -- Meters first, in account order; then jobs, then tasks.
  perform 1 from meters where account in (select j.account from tasks t join jobs j on j.id = t.job where t.id = any(task_ids))
    order by account for update;
  perform 1 from jobs where id in (select t.job from tasks t where t.id = any(task_ids)) order by id for update;
  moment := ledger_now();
  this_period := ledger_period(moment);

  with asked as (
    select * from unnest(task_ids, attempts, succeeded, cell_counts, charges, line_ids, lives, cacheds, frees)
      as u(id, attempt, ok, cells, charge, line, live, cached, free)
  ), ended as (
    delete from tasks t using asked where t.id = asked.id and t.attempt = asked.attempt and t.state = 'r'
    returning t.id, t.job, t.no, t.worst, asked.ok, asked.cells, asked.charge, asked.line, asked.live, asked.cached, asked.free
  )
  select array_agg(row(e.id, e.job, e.no, j.account, j.key, j.endpoint, j.request_id, j.public_id, e.ok, e.cells, e.charge,
    e.worst, e.line, e.live, e.cached, e.free)::settled_task)
  into settled from ended e join jobs j on j.id = e.job;
  if settled is null then return; end if;

  perform usage_add(s.account, s.line, moment, this_period, s.key, s.endpoint, s.request_id, s.charge, s.live, s.cached, s.free,
    s.public_id, s.no)
  from unnest(settled) s;

  update jobs j set
    cells_done = j.cells_done + s.cells,
    tasks_done = j.tasks_done + s.done,
    tasks_failed = j.tasks_failed + s.failed,
    spent = j.spent + s.charge,
    held = j.held - s.worst,
    status = case
      when j.status = 'canceled' or j.tasks_done + s.done + j.tasks_failed + s.failed < j.tasks_total then j.status
      when j.tasks_done + s.done > 0 then 'done'
      else 'failed' end,
    finished_at = case
      when j.tasks_done + s.done + j.tasks_failed + s.failed < j.tasks_total then j.finished_at
      else coalesce(j.finished_at, moment) end,
    unspent = j.spent + s.charge = 0 and j.tasks_done + s.done + j.tasks_failed + s.failed >= j.tasks_total
  from (
    select job, sum(cells)::int as cells, (count(*) filter (where ok))::int as done,
      (count(*) filter (where not ok))::int as failed, sum(charge)::bigint as charge, sum(worst)::bigint as worst
    from unnest(settled) group by job
  ) s where j.id = s.job;

  perform meter_settle(account, key, moment, sum(charge)::bigint, sum(worst)::bigint)
  from unnest(settled) group by account, key;

  return query select s.task from unnest(settled) s;
end
$function$
;

CREATE OR REPLACE FUNCTION public.usage_add(payer bigint, line uuid, moment timestamp with time zone, in_period integer, payer_key bigint, endpoint text, request_id text, credits bigint, live integer, cached integer, free integer, job text DEFAULT NULL::text, task integer DEFAULT NULL::integer, watch text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if credits > 0 then
    insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free, job, task, watch)
    values (payer, line, moment, in_period, payer_key, endpoint, request_id, credits, live, cached, free, job, task, watch);
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.usage_lines_found(payers bigint[], line_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select l.id from unnest(payers, line_ids) as a(account, id) join usage_lines l on l.account = a.account and l.id = a.id
$function$
;

CREATE OR REPLACE FUNCTION public.watches_hold(watch_ids bigint[], payers bigint[], amounts bigint[])
 RETURNS TABLE(watch bigint)
 LANGUAGE plpgsql
AS $function$
declare
  w record;
  m meters%rowtype;
  moment timestamptz;
  touched boolean := false;
  swept boolean;
begin
  perform 1 from meters where account = any(payers) order by account for update;
  moment := ledger_now();
  for w in
    select t.*, k.key from unnest(watch_ids, payers, amounts) with ordinality as t(id, account, amount, n)
      join watches k on k.id = t.id
    order by t.account, t.n
  loop
    if not touched or m.account <> w.account then
      if touched then perform meter_save(m); end if;
      select * into strict m from meters where account = w.account;
      m := meter_open(m, moment);
      touched := true;
      swept := false;
    end if;
    if m.used + m.held + w.amount > m.allowance and not swept then
      m.held := m.held - (select s.amount from holds_sweep(w.account, moment) s);
      swept := true;
    end if;
    if m.used >= m.allowance or m.used + m.held + w.amount > m.allowance or key_room(m, w.key, true) < w.amount then
      watch := w.id;
      return next;
    else
      m.held := m.held + w.amount;
      update watches set held = w.amount where id = w.id;
    end if;
  end loop;
  if touched then perform meter_save(m); end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.watches_settle(watch_ids bigint[], charges bigint[], line_ids uuid[], cacheds integer[], frees integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  moment timestamptz;
  this_period int;
begin
  perform 1 from meters where account in (select w.account from watches w where w.id = any(watch_ids))
    order by account for update;
  moment := ledger_now();
  this_period := ledger_period(moment);

  perform usage_add(w.account, s.line, moment, this_period, w.key, 'watch', coalesce(w.asked_request, w.request_id), s.charge, 0,
    s.cached, s.free, watch => w.public_id)
  from unnest(watch_ids, charges, line_ids, cacheds, frees) as s(id, charge, line, cached, free)
  join watches w on w.id = s.id;

  perform meter_settle(w.account, w.key, moment, sum(s.charge)::bigint, sum(w.held)::bigint)
  from unnest(watch_ids, charges) as s(id, charge) join watches w on w.id = s.id
  group by w.account, w.key;

  update watches set held = 0, held_for = null, asked_request = null where id = any(watch_ids);
end
$function$
;

CREATE OR REPLACE FUNCTION public.word_similarity(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$word_similarity$function$
;

CREATE OR REPLACE FUNCTION public.word_similarity_commutator_op(text, text)
 RETURNS boolean
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$word_similarity_commutator_op$function$
;

CREATE OR REPLACE FUNCTION public.word_similarity_dist_commutator_op(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$word_similarity_dist_commutator_op$function$
;

CREATE OR REPLACE FUNCTION public.word_similarity_dist_op(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$word_similarity_dist_op$function$
;

CREATE OR REPLACE FUNCTION public.word_similarity_op(text, text)
 RETURNS boolean
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$word_similarity_op$function$
;

CREATE OR REPLACE FUNCTION public.worth_classes()
 RETURNS SETOF smallint
 LANGUAGE sql
 STABLE
AS $function$
  with recursive classes as (
    select min(rated) as rated from cells where is_ranked(kind, los, occ) and worth is not null
    union all select (
      select min(rated) from cells where rated > c.rated and is_ranked(kind, los, occ) and worth is not null)
    from classes c where c.rated is not null)
  select rated from classes where rated is not null
$function$
;

CREATE OR REPLACE FUNCTION public.worth_listed(nights date[], classes integer[], factors double precision[], adds double precision[], least_cpp bigint, of_sources text[], most integer)
 RETURNS TABLE(hotel bigint, source text, code text, class integer, bound bigint, place bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select e.hotel, e.source, e.code, k.class::int, floor((e.worth + k.add) * k.factor + 0.5)::bigint, e.place
  from unnest(nights) as n(night)
  cross join unnest(classes, factors, adds) with ordinality as k(rated, factor, add, class)
  cross join lateral (
    select hotel, worth, code, source, row_number() over (order by worth desc, code, source) as place from cells
    where rated = k.rated and night = n.night and worth >= (least_cpp - 0.5) / k.factor - k.add - 0.000001
      and is_ranked(kind, los, occ) and worth is not null
      and (of_sources is null or array_position(of_sources, source) is not null)
    order by worth desc, code, source limit most) e
$function$
;

CREATE OR REPLACE FUNCTION public.worth_listed_in(of_country text, nights date[], classes integer[], factors double precision[], adds double precision[], least_cpp bigint, of_sources text[], most integer)
 RETURNS TABLE(hotel bigint, source text, code text, class integer, bound bigint, place bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select e.hotel, e.source, e.code, k.class::int, floor((e.worth + k.add) * k.factor + 0.5)::bigint, e.place
  from unnest(nights) as n(night)
  cross join unnest(classes, factors, adds) with ordinality as k(rated, factor, add, class)
  cross join lateral (
    select hotel, worth, code, source, row_number() over (order by worth desc, code, source) as place from cells
    where country = of_country and rated = k.rated and night = n.night and worth >= (least_cpp - 0.5) / k.factor - k.add - 0.000001
      and is_ranked(kind, los, occ) and worth is not null
      and (of_sources is null or array_position(of_sources, source) is not null)
    order by worth desc, code, source limit most) e
$function$
;

CREATE TRIGGER cells_follow_country AFTER UPDATE ON public.hotels REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION cells_follow_country();

CREATE TRIGGER hotels_queue_changed AFTER UPDATE ON public.hotels REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION hotels_queue_search();

CREATE TRIGGER hotels_queue_new AFTER INSERT ON public.hotels REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION hotels_queue_search();

create view charged_lines as
 SELECT account,
    id,
    at,
    period,
    key,
    endpoint,
    request_id,
    credits,
    live,
    cached,
    free
   FROM usage_lines;

create view meters_now as
 SELECT m.account,
    p.period,
    m.allowance,
    m.held,
    m.burst,
    m.owners,
        CASE
            WHEN m.period = p.period THEN m.used
            ELSE 0::bigint
        END AS used,
        CASE
            WHEN m.period = p.period THEN m.spend
            ELSE array_fill(0::bigint, ARRAY[cardinality(m.owners)])
        END AS spend
   FROM meters m
     CROSS JOIN ( SELECT ledger_period(ledger_now()) AS period) p;
