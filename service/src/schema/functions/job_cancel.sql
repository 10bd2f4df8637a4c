-- Cancels a job and drops some of its waiting tasks; another call drops more. Running tasks finish; workers are notified and drop
-- tasks they have not started.
create or replace function job_cancel(wanted text, payer bigint) returns void language plpgsql as $$
declare
  j jobs%rowtype;
begin
  perform 1 from meters where account = payer for update;
  select * into j from jobs where public_id = wanted and account = payer for update;
  if not found or j.finished_at is not null then return; end if;
  if j.status <> 'canceled' then
    update jobs set status = 'canceled' where id = j.id;
    perform pg_notify('tasks_waiting', j.id::text);
  end if;
  perform job_drop_waiting(j.id, payer);
end
$$;
