-- What a job has paid for stays with the job: its cells as they were when their task settled, and its failures.

-- Read by job and hotel, in the order of the answer. The columns are those of `cells` that a job's pages and files show.
create table job_cells (
  job bigint not null,
  hotel bigint not null,
  seen bigint not null,
  bar bigint,
  bar_after_tax bigint,
  member bigint,
  copay bigint,
  night date not null,
  points int,
  points_cash int,
  cpp int,
  cpp_points_cash int,
  los smallint not null,
  min_los smallint,
  quoted smallint not null,
  status "char" not null,
  premium boolean not null,
  primary key (job, hotel, night, los)
);

-- Cells that could not be fetched, by hotel and error code. At most 100 rows per job.
create table job_failures (
  job bigint not null,
  source text not null,
  hotel_code text not null,
  code text not null,
  cells int not null,
  primary key (job, source, hotel_code, code)
);

-- Whether the job ended without a charge. A column of its own, because an index on `spent` would be rewritten with every charge.
alter table jobs add column unspent boolean not null default false;
update jobs set unspent = true where finished_at is not null and spent = 0;
create index jobs_open on jobs (account) where finished_at is null;
create index jobs_unspent on jobs (account, finished_at) where unspent;
create index jobs_ended on jobs (finished_at) where finished_at is not null;

-- Tasks are deleted when they end. Those of refreshes end with their round.
delete from tasks where job is not null and state in ('d', 'f', 'x');

-- How many free calls an account has made today (UTC) that create or change something. One row per account.
create table free_writes (
  account bigint primary key,
  day date not null,
  writes int not null
);
