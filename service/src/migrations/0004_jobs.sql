-- Work that goes on after its request was answered. Amounts are milli-credits.
create table jobs (
  id int generated always as identity primary key,
  public_id text not null unique,
  account int not null,
  key int not null,
  kind text not null,
  -- What its usage lines say: the endpoint and the request that made it.
  endpoint text not null,
  request_id text not null,
  status text not null default 'queued',
  -- Everything that is needed to know which cells it is about, in which order.
  request jsonb not null,
  cells_total int not null,
  cells_done int not null default 0,
  tasks_total int not null,
  tasks_done int not null default 0,
  tasks_failed int not null default 0,
  -- The worst case at its creation; of that, what is still set aside; and what was charged.
  reserved bigint not null,
  held bigint not null check (held >= 0),
  spent bigint not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index jobs_account on jobs (account, id desc);

-- One question to a source. q = waiting, r = under way, d = done, f = failed for good, x = canceled before it began.
create table tasks (
  id bigint generated always as identity primary key,
  job int not null,
  -- Its number inside the job, and its turn: jobs interleave because every job's first task comes before any second.
  no int not null,
  source text not null,
  state "char" not null default 'q',
  attempt int not null default 0,
  worker int,
  -- Where its first cell stands in the order of the job.
  first_cell int not null,
  cells int not null,
  -- What is set aside for it.
  worst bigint not null,
  ask jsonb not null
) with (fillfactor = 70);
create index tasks_waiting on tasks (source, no, id) where state = 'q';
create index tasks_open on tasks (job, first_cell) where state in ('q', 'r');
create index tasks_under_way on tasks (worker) where state = 'r';

-- Who is working. One that has been silent for ten seconds is taken for dead, and its rows go back to the others.
create table workers (
  id int generated always as identity primary key,
  seen_at timestamptz not null
);

-- Sets credits aside for a job, or says why not. The caller has the account's row in its transaction from here on.
create function ledger_reserve(payer int, payer_key int, worst bigint, charged bigint)
returns table (verdict text, remaining bigint, unreserved bigint) language plpgsql as $$
declare
  m meters%rowtype;
  this_period int;
  place int;
begin
  select * into strict m from meters where account = payer for update;
  this_period := ledger_period(ledger_now());
  if m.period < this_period then
    m.period := this_period;
    m.used := 0;
    m.spend := '{0,0,0,0,0}';
  end if;
  verdict := 'ok';
  if m.used >= m.allowance then
    verdict := 'spent';
  elsif m.used + m.held + worst > m.allowance then
    with gone as (delete from holds where account = payer and expires_at <= ledger_now() returning amount)
    select m.held - coalesce(sum(amount), 0) into m.held from gone;
    if m.used + m.held + worst > m.allowance then verdict := 'short'; end if;
  end if;
  place := array_position(m.owners, payer_key);
  if place is null then verdict := 'revoked'; end if;
  if verdict = 'ok' then
    m.used := m.used + charged;
    m.held := m.held + worst - charged;
    m.spend[place] := m.spend[place] + charged;
  end if;
  update meters set period = m.period, used = m.used, held = m.held, spend = m.spend where account = payer;
  remaining := m.allowance - m.used;
  unreserved := m.allowance - m.used - m.held;
  return next;
end
$$;

create type settled_task as (
  task bigint, job int, no int, account int, key int, endpoint text, request_id text, public_id text, ok boolean, cells int,
  charge bigint, worst bigint, line uuid, live int, cached int, free int
);

-- Settles tasks that a worker has finished: each at most once, because it must still be under way in the very attempt that the
-- worker was given. Counts them in their jobs, charges the accounts, gives the rest of what was set aside back, and writes one
-- usage line per task. Returns the tasks that were settled here.
create function tasks_settle(
  task_ids bigint[], attempts int[], succeeded boolean[], cell_counts int[], charges bigint[], line_ids uuid[],
  lives int[], cacheds int[], frees int[]
) returns table (task bigint) language plpgsql as $$
declare
  settled settled_task[];
  moment timestamptz;
  this_period int;
begin
  -- Accounts first and in order, as every statement of the ledger does; then jobs, then tasks.
  perform 1 from meters where account in (select j.account from tasks t join jobs j on j.id = t.job where t.id = any(task_ids))
    order by account for update;
  perform 1 from jobs where id in (select t.job from tasks t where t.id = any(task_ids)) order by id for update;
  moment := ledger_now();
  this_period := ledger_period(moment);

  with asked as (
    select * from unnest(task_ids, attempts, succeeded, cell_counts, charges, line_ids, lives, cacheds, frees)
      as u(id, attempt, ok, cells, charge, line, live, cached, free)
  ), ended as (
    update tasks t set state = (case when asked.ok then 'd' else 'f' end)::"char", worker = null
    from asked where t.id = asked.id and t.attempt = asked.attempt and t.state = 'r'
    returning t.id, t.job, t.no, t.worst, asked.ok, asked.cells, asked.charge, asked.line, asked.live, asked.cached, asked.free
  )
  select array_agg(row(e.id, e.job, e.no, j.account, j.key, j.endpoint, j.request_id, j.public_id, e.ok, e.cells, e.charge,
    e.worst, e.line, e.live, e.cached, e.free)::settled_task)
  into settled from ended e join jobs j on j.id = e.job;
  if settled is null then return; end if;

  insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free, job, task)
  select s.account, s.line, moment, this_period, s.key, s.endpoint, s.request_id, s.charge, s.live, s.cached, s.free,
    s.public_id, s.no
  from unnest(settled) s where s.charge > 0;

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
      else coalesce(j.finished_at, moment) end
  from (
    select job, sum(cells)::int as cells, (count(*) filter (where ok))::int as done,
      (count(*) filter (where not ok))::int as failed, sum(charge)::bigint as charge, sum(worst)::bigint as worst
    from unnest(settled) group by job
  ) s where j.id = s.job;

  perform meter_settle(account, key, this_period, sum(charge)::bigint, sum(worst)::bigint)
  from unnest(settled) group by account, key;

  return query select s.task from unnest(settled) s;
end
$$;

-- Drops the waiting tasks of a canceled job and gives their credits back. The caller has locked its account and the job.
create function job_drop_waiting(wanted int, payer int) returns void language plpgsql as $$
declare
  freed bigint;
  dropped int;
begin
  with waiting as (
    select id from tasks where job = wanted and state = 'q' for update skip locked
  ), gone as (
    update tasks t set state = 'x' from waiting where t.id = waiting.id returning t.worst
  )
  select coalesce(sum(worst), 0), count(*) into freed, dropped from gone;
  update jobs set held = held - freed, tasks_total = tasks_total - dropped,
    finished_at = case when tasks_done + tasks_failed >= tasks_total - dropped then coalesce(finished_at, ledger_now()) end
  where id = wanted;
  update meters set held = held - freed where account = payer;
end
$$;

-- Cancels a job. Tasks under way are left to finish; workers hear of it and let go of those they have not begun.
create function job_cancel(wanted text, payer int) returns void language plpgsql as $$
declare
  j jobs%rowtype;
begin
  perform 1 from meters where account = payer for update;
  select * into j from jobs where public_id = wanted and account = payer for update;
  if not found or j.status not in ('queued', 'running') then return; end if;
  update jobs set status = 'canceled' where id = j.id;
  perform job_drop_waiting(j.id, payer);
  perform pg_notify('tasks_waiting', j.id::text);
end
$$;

-- A worker lets go of tasks of a canceled job that it had taken and not begun.
create function tasks_let_go(task_ids bigint[], holder int, of_job int) returns void language plpgsql as $$
declare
  payer int;
begin
  select account into payer from jobs where id = of_job;
  perform 1 from meters where account = payer for update;
  perform 1 from jobs where id = of_job and status = 'canceled' for update;
  if not found then return; end if;
  update tasks set state = 'q', worker = null where id = any(task_ids) and job = of_job and worker = holder and state = 'r';
  perform job_drop_waiting(of_job, payer);
end
$$;
