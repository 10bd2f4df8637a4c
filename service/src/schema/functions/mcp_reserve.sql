-- Only processes of version 1.0 call this; it goes with the tables `mcp_caps` and `mcp_calls` in the version after the next.
-- Takes the worst case of a call off its key's cap for today, or refuses. `unspent` is what was left before; null without a cap.
-- Reservations of calls that never ended are replaced by what the books say that they cost; those with jobs count in full.
create or replace function mcp_reserve(
  of_key bigint, of_account bigint, call uuid, worst bigint, jobs boolean, out refused boolean, out unspent bigint
) language plpgsql as $$
declare
  moment timestamptz := ledger_now();
  today date := (moment at time zone 'UTC')::date;
  cap mcp_caps;
  late bigint;
  under_way bigint;
  ended_calls uuid[];
begin
  refused := false;
  select * into cap from mcp_caps where key = of_key for update;
  if not found then
    return;
  end if;
  with ended as (
    delete from mcp_calls c where c.key = of_key and c.made_at < moment - interval '10 minutes' returning c.*
  )
  select coalesce(sum(e.credits) filter (where e.with_jobs), 0), array_agg(e.id) filter (where not e.with_jobs)
  into late, ended_calls from ended e where e.day = today;
  if ended_calls is not null then
    late := late + (
      select coalesce(sum(u.credits), 0) from usage_lines u where u.account = of_account and u.id = any(ended_calls));
  end if;
  select coalesce(sum(c.credits), 0) into under_way from mcp_calls c where c.key = of_key and c.day = today;
  if cap.day <> today then
    cap.spent := 0;
  end if;
  update mcp_caps set day = today, spent = cap.spent + late where key = of_key;
  unspent := cap.credits - cap.spent - late - under_way;
  refused := worst > unspent;
  if not refused then
    insert into mcp_calls (id, key, day, credits, with_jobs, made_at) values (call, of_key, today, worst, jobs, moment);
  end if;
end
$$;
