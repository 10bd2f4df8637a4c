-- Releases the credits of dropped tasks, and ends the job if none are left. The caller has locked the account's meter.
create or replace function job_release(wanted bigint, payer bigint, freed bigint, dropped int) returns void language plpgsql as $$
begin
  update jobs set held = held - freed, tasks_total = tasks_total - dropped,
    finished_at = case when tasks_done + tasks_failed >= tasks_total - dropped then coalesce(finished_at, ledger_now()) end,
    unspent = spent = 0 and tasks_done + tasks_failed >= tasks_total - dropped
  where id = wanted;
  update meters set held = held - freed where account = payer;
end
$$;
