-- Takes the turn of a job: null where the caller may begin at once, or else when to come back. A caller who is far too early gets a
-- turn of his own, so that hundreds do not all come back at the same time; one who is a little early waits for the next. Measured from
-- when the last one really began: after a standstill the pace is the same.
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
