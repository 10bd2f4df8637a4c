-- Deletes the waiting tasks of a canceled job and releases their credits. The caller has locked the account's meter and the job.
create or replace function job_drop_waiting(wanted bigint, payer bigint) returns void language plpgsql as $$
declare
  freed bigint;
  dropped int;
begin
  with waiting as (
    select id from tasks where job = wanted and state = 'q' for update skip locked
  ), gone as (
    delete from tasks t using waiting where t.id = waiting.id returning t.worst
  )
  select coalesce(sum(worst), 0), count(*) into freed, dropped from gone;
  perform job_release(wanted, payer, freed, dropped);
end
$$;
