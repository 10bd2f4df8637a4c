-- Settles finished tasks, each at most once: it must still be running in the given attempt. Deletes them, counts them in their jobs,
-- charges the accounts, releases the rest of what was held, and writes one usage line per task. Returns the tasks settled here.
create or replace function tasks_settle(
  task_ids bigint[], attempts int[], succeeded boolean[], cell_counts int[], charges bigint[], line_ids uuid[],
  lives int[], cacheds int[], frees int[]
) returns table (task bigint) language plpgsql as $$
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
$$;
