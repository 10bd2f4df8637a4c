-- Cancels a job, drops its waiting tasks and releases their credits. Running tasks finish; workers are notified and drop tasks they
-- have not started. Waiting tasks are only ever locked by those who skip locked ones, so they can go before the meter is locked:
-- the charges of all accounts may wait for that lock.
create or replace function job_cancel(wanted text, payer bigint) returns void language plpgsql as $$
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
$$;
