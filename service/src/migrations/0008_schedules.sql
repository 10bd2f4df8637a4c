-- Lists of hotels that an account keeps under a name. `hotels` and `subject` are as the API shows them. A deleted one stays for a day,
-- without its hotels, to be counted.
create table sets (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  account bigint not null,
  name text not null,
  hotels jsonb not null,
  subject jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index sets_account on sets (account, id);
create index sets_deleted on sets (deleted_at) where deleted_at is not null;

-- Questions that are asked again and again, at times of a local clock. `body` may have relative dates. `next_run_at` is null while it
-- is paused, and after its deletion.
create table schedules (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  account bigint not null,
  key bigint not null,
  request_id text not null,
  name text not null,
  ask text not null check (ask in ('matrix', 'compset', 'parity')),
  body jsonb not null,
  every text not null check (every in ('hour', 'day', 'week')),
  at_minute int not null check (at_minute between 0 and 1439),
  on_days text[] not null,
  timezone text not null,
  max_credits bigint not null,
  format text not null,
  endpoints text[] not null,
  status text not null default 'active' check (status in ('active', 'paused', 'suspended')),
  next_run_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index schedules_due on schedules (next_run_at) where next_run_at is not null;
create index schedules_account on schedules (account, id);
create index schedules_deleted on schedules (deleted_at) where deleted_at is not null;

-- What a schedule did at one of its times, or when it was asked by hand (without `due_at`). One per time, and one at a time.
create table schedule_runs (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  schedule bigint not null,
  account bigint not null,
  due_at timestamptz,
  created_at timestamptz not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed', 'canceled', 'refused')),
  reason text,
  message text,
  job text,
  cells int not null default 0,
  credits bigint not null default 0,
  ended_at timestamptz,
  unique (schedule, due_at)
);
create unique index schedule_runs_open on schedule_runs (schedule) where ended_at is null;
create index schedule_runs_of on schedule_runs (schedule, id);
create index schedule_runs_ended on schedule_runs (ended_at) where ended_at is not null;

-- Rows of a job whose answer is not a grid: one per hotel, or per hotel and channel. `task` is the first cell of the task.
create table job_rows (
  job bigint not null,
  task int not null,
  no int not null,
  body jsonb not null,
  primary key (job, task, no)
);
