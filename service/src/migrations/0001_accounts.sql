-- The one clock of everything that is counted: months, rate limits, expiring holds. Several processes on several
-- machines agree on it because it is the database's.
create function ledger_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;

-- The month that a moment belongs to, as 202611.
create function ledger_period(at timestamptz) returns int language sql immutable parallel safe as $$
  select (extract(year from at at time zone 'UTC') * 100 + extract(month from at at time zone 'UTC'))::int
$$;

create table accounts (
  id int generated always as identity primary key,
  public_id text not null unique,
  email text not null,
  plan text not null,
  created_at timestamptz not null default ledger_now()
);
create unique index accounts_email on accounts (lower(email));

create table keys (
  id int generated always as identity primary key,
  public_id text not null unique,
  account int not null references accounts,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  created_at timestamptz not null default ledger_now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- What the key spent, once it no longer has a place in the meter: jobs and watches go on after a revocation.
  spent_period int not null default 0,
  spent bigint not null default 0
);
create index keys_account on keys (account);

-- Everything that an admission decides on, in one narrow row per account. Amounts are milli-credits.
-- Half-empty pages keep its updates in place (HOT), without touching the index.
create table meters (
  account int primary key references accounts,
  period int not null,
  used bigint not null default 0 check (used >= 0),
  held bigint not null default 0 check (held >= 0),
  allowance bigint not null,
  -- The rate limit as one number (GCRA): when the next request would be due if all kept to the pace, in µs.
  tat bigint not null default 0,
  emit_us bigint not null,
  burst int not null,
  -- The active keys by place, 0 where free, and what each has spent in the period.
  owners int[] not null default '{0,0,0,0,0}',
  spend bigint[] not null default '{0,0,0,0,0}'
) with (fillfactor = 40);
