-- Cancels a job. Running tasks finish; workers are notified and drop tasks they have not started.
create or replace function job_cancel(wanted text, payer bigint) returns void language plpgsql as $$
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
