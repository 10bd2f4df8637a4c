-- Deletes up to 500 waiting tasks of a canceled job and releases their credits. The caller has locked the account's meter and the
-- job; the charges of all accounts may wait for that lock, so it is not held for more of them.
create or replace function job_drop_waiting(wanted bigint, payer bigint) returns void language plpgsql as $$
declare
  freed bigint;
  dropped int;
begin
  with waiting as (
    select id from tasks where job = wanted and state = 'q' limit 500 for update skip locked
  ), gone as (
    delete from tasks t using waiting where t.id = waiting.id returning t.worst
  )
  select coalesce(sum(worst), 0), count(*) into freed, dropped from gone;
  update jobs set held = held - freed, tasks_total = tasks_total - dropped,
    finished_at = case when tasks_done + tasks_failed >= tasks_total - dropped then coalesce(finished_at, ledger_now()) end,
    unspent = spent = 0 and tasks_done + tasks_failed >= tasks_total - dropped
  where id = wanted;
  update meters set held = held - freed where account = payer;
end
$$;
