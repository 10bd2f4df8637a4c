-- Takes a turn of a job: null if the caller may start at once, otherwise when to retry. A caller who is far too early gets a turn of
-- its own, so that hundreds do not retry at the same time; one who is slightly early waits for the next. Counts from the last actual
-- start, so the rate is the same after a standstill.
create or replace function job_turn(wanted bigint, every interval) returns timestamptz language plpgsql as $$
declare
  t job_turns%rowtype;
  moment timestamptz;
  free_at timestamptz;
begin
  insert into job_turns (job) values (wanted) on conflict do nothing;
  select * into strict t from job_turns where job = wanted for update;
  moment := ledger_now();
  free_at := t.began_at + every;
  if free_at <= moment then
    update job_turns set began_at = moment, next_at = greatest(t.next_at, moment + every) where job = wanted;
    return null;
  end if;
  if free_at - moment < every / 2 then return free_at; end if;
  free_at := greatest(t.next_at, free_at);
  update job_turns set next_at = free_at + every where job = wanted;
  return free_at;
end
$$;
