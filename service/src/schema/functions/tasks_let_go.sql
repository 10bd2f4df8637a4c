-- Drops tasks of a canceled job that a worker has claimed but not started.
create or replace function tasks_let_go(task_ids bigint[], holder bigint, of_job bigint) returns void language plpgsql as $$
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
$$;
