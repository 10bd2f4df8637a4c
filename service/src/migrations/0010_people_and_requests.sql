-- == Operators and members ==

-- The people of this account see the pages of the operator.
alter table accounts add column operator boolean not null default false;

-- Viewers read, members also spend and change, owners also manage the members.
alter table users add column role text not null default 'owner' check (role in ('owner', 'member', 'viewer'));

-- One open invitation per address. The link has the token, of which only the hash is stored.
create table invitations (
  id text primary key,
  account bigint not null references accounts,
  email text not null,
  role text not null check (role in ('owner', 'member', 'viewer')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index invitations_email on invitations (account, lower(email));
create index invitations_expiry on invitations (expires_at);

-- == Log of requests ==

-- Each account has a ring of rows, which newer requests overwrite: so no account can fill the disk, and nothing has to be deleted
-- while requests arrive. `next` counts all requests that were ever logged.
create table request_rings (
  account bigint primary key references accounts,
  next bigint not null,
  -- When rows of this ring that are too old were last deleted.
  swept_at timestamptz not null
);
create index request_rings_swept on request_rings (swept_at);

-- No index but the key: an overwritten row then stays in its page.
create table logged_requests (
  account bigint not null,
  slot int not null,
  status smallint not null,
  -- Starts with the time of the request.
  id uuid not null,
  at timestamptz not null,
  key bigint not null,
  credits bigint not null,
  took_ms int not null,
  -- Requests of the account that were answered just before this one and not logged, because there were too many.
  unlisted int not null,
  from_page boolean not null,
  method text not null,
  path text not null,
  request_id text not null,
  error text,
  -- What was sent and answered, as far as it is kept.
  body text,
  answer text,
  primary key (account, slot)
) with (fillfactor = 85);

-- The beginning of what the receiver answered.
alter table delivery_attempts add column answer text;

-- The name of a job that is a run of a schedule.
create index schedule_runs_job on schedule_runs (job) where job is not null;
