-- Reports what a process has sent to a source, and takes up to `wanted` more requests off the source's budget. Sources take turns, so
-- that all processes together never take more than the budget. `kept` is what the process holds and has not sent. Those beyond the
-- reserve are granted as `free`, to whomever; those of the reserve as `reserved`, only if somebody waits. Blocks become smaller towards the
-- end, so that one process does not hold what another needs. `told` are the shares of a budget that were reached by this call.
create or replace function source_lease(of_source text, of_process uuid, of_turn int, today date,
  days date[], purposes text[], currencies text[], counts bigint[], micros bigint[],
  kept int, wanted int, somebody_waits boolean, per_day bigint, per_month bigint, reserve_pct int,
  out free int, out reserved int, out day_used bigint, out month_used bigint, out told jsonb) language plpgsql as $$
declare
  month date := date_trunc('month', today)::date;
  room bigint;
  free_room bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('source_lease', hashtext(of_source)));
  if not exists (select 1 from source_leases l where l.source = of_source and l.process = of_process and l.turn >= of_turn) then
    insert into source_spending as s (source, day, purpose, currency, requests, micro)
    select of_source, r.day, r.purpose, r.currency, r.requests, r.micro
    from unnest(days, purposes, currencies, counts, micros) as r(day, purpose, currency, requests, micro)
    on conflict (source, day, purpose, currency)
    do update set requests = s.requests + excluded.requests, micro = s.micro + excluded.micro;
  end if;
  free := 0;
  reserved := 0;
  told := '[]';
  if per_day is not null or per_month is not null then
    select u.day_used, u.month_used into day_used, month_used from source_used(of_source, today, of_process) u;
    day_used := day_used + kept;
    month_used := month_used + kept;
    room := greatest(0, least(per_day - day_used, per_month - month_used));
    free_room := greatest(0, least(per_day - ceil(per_day * reserve_pct / 100.0)::bigint - day_used,
      per_month - ceil(per_month * reserve_pct / 100.0)::bigint - month_used));
    if not somebody_waits then room := free_room; end if;
    room := least(room, wanted, greatest(1, room / 16));
    free := least(room, free_room);
    reserved := room - free;
    day_used := day_used + room;
    month_used := month_used + room;
    with reached as (
      insert into source_budget_notices (source, period, starts, budget, pct, told_at)
      select of_source, b.period, b.starts, b.budget, p.pct, ledger_now()
      from (values ('day', today, per_day, day_used), ('month', month, per_month, month_used)) as b(period, starts, budget, used)
      cross join (values (80), (100)) as p(pct)
      where b.used * 100 >= b.budget * p.pct
      on conflict do nothing returning period, pct, budget
    )
    select coalesce(jsonb_agg(to_jsonb(reached)), '[]') into told from reached;
  end if;
  insert into source_leases as l (source, process, turn, day, held, seen_at)
  values (of_source, of_process, of_turn, today, kept + free + reserved, ledger_now())
  on conflict (source, process)
  do update set turn = excluded.turn, day = excluded.day, held = excluded.held, seen_at = excluded.seen_at;
end
$$;
