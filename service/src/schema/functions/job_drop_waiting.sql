-- Deletes the waiting tasks of a canceled job. Returns how many, and their credits for `job_release`.
create or replace function job_drop_waiting(wanted bigint, out freed bigint, out dropped int) language sql as $$
  with waiting as (
    select id from tasks where job = wanted and state = 'q' for update skip locked
  ), gone as (
    delete from tasks t using waiting where t.id = waiting.id returning t.worst
  )
  select coalesce(sum(worst), 0), count(*) from gone
$$;
