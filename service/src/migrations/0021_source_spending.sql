-- Requests sent to sources, by UTC day and by what they were for. `micro` is their cost in millionths of the currency's main unit;
-- without a known price the currency is empty.
create table source_spending (
  source text not null,
  day date not null,
  purpose text not null,
  currency text not null,
  requests bigint not null,
  micro bigint not null,
  primary key (source, day, purpose, currency)
);
create index source_spending_day on source_spending (day);

-- What each process has taken off a source's budget and not yet reported as sent. What a process that died had taken stays counted.
-- `turn` is the process's last report, so that a repeated one counts once.
create table source_leases (
  source text not null,
  process uuid not null,
  turn int not null,
  day date not null,
  held int not null,
  seen_at timestamptz not null,
  primary key (source, process)
);

-- Which shares of a budget the operator was told about.
create table source_budget_notices (
  source text not null,
  period text not null,
  starts date not null,
  budget bigint not null,
  pct smallint not null,
  told_at timestamptz not null,
  primary key (source, period, starts, budget, pct)
);
