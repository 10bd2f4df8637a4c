-- The same in steps, in one distributed transaction with what the caller does. The coordinator compares what comes with what is
-- stored. Rows are inserted as literals, because Citus sends those straight to their shards: an insert from a list takes a detour
-- over files, with a connection for each shard. One connection per worker is enough, and one prepared transaction.
create or replace function cells_store(observed json, looks json, worth_band float8) returns void language plpgsql
set plan_cache_mode = force_custom_plan set citus.max_adaptive_executor_pool_size = 1 as $$
declare
  hotel_nos bigint[] := array(select distinct hotel from json_populate_recordset(null::cells, observed));
  incoming cells[];
  before cells[];
  news cell_history[];
  changed cell_history[];
  summaries cell_summaries[];
  stored cells;
  added cell_history;
begin
  perform hotels_take_turns(2, hotel_nos);
  incoming := array(select n from cells_observed(observed) n);
  for stored in
    select c.* from unnest(incoming) n
    join cells c on c.hotel = any(hotel_nos) and c.hotel = n.hotel and c.kind = n.kind and c.los = n.los and c.occ = n.occ
      and c.currency = n.currency and c.night = n.night
  loop
    before := before || stored;
  end loop;

  execute 'insert into cells as c values ' || values_of(incoming) || format($conflict$
  on conflict (hotel, kind, los, occ, currency, night) do update set
    seen = excluded.seen, status = excluded.status, min_los = excluded.min_los, quoted = excluded.quoted,
    tax = excluded.tax, bar = excluded.bar, bar_after_tax = excluded.bar_after_tax, member = excluded.member,
    member_after_tax = excluded.member_after_tax, member_known = excluded.member_known, points = excluded.points,
    premium = excluded.premium, points_cash = excluded.points_cash, copay = excluded.copay,
    points_known = excluded.points_known, cpp = excluded.cpp, cpp_points_cash = excluded.cpp_points_cash,
    worth = case when c.rated = -1 and excluded.rated = -1 and abs(excluded.worth - c.worth) <= %s * c.worth
      then c.worth else excluded.worth end,
    rated = excluded.rated, source = excluded.source, code = excluded.code, country = excluded.country,
    steady = case when excluded.seen - c.seen <= steady_gap() then coalesce(c.steady, c.seen) else excluded.seen end
  where c.seen < excluded.seen $conflict$, worth_band);

  insert into sightings (place, seen, nights)
    select w.id, n.seen, array_agg(n.night order by n.night)
    from unnest(incoming) n cross join lateral (
      select id from watched_places w where w.hotel = n.hotel and w.kind = n.kind and w.los = n.los and w.occ = n.occ
        and w.currency = n.currency offset 0
    ) w left join unnest(before) b using (hotel, kind, los, occ, currency, night)
    where b.seen is null or b.seen < n.seen
    group by w.id, n.seen;

  select array_agg(json_populate_record(json_populate_record(null::cell_history, to_json(n)), json_build_object('looked', b.seen))) into news
  from unnest(incoming) n left join unnest(before) b using (hotel, kind, los, occ, currency, night)
  where b.seen is null or (b.seen < n.seen and (
    (b.status, b.min_los, b.quoted, b.tax, b.bar, b.bar_after_tax) is distinct from
      (n.status, n.min_los, n.quoted, n.tax, n.bar, n.bar_after_tax)
    or (n.member_known and case when b.member_known then b.member is distinct from n.member
      else member_is_news(n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.member) end)
    or (n.points_known and case when b.points_known
      then (b.points, b.points_cash, b.copay, b.premium) is distinct from (n.points, n.points_cash, n.copay, n.premium)
      else points_are_news(n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.points, n.points_cash, n.copay, n.premium)
      end)));

  if news is not null then
    for added in execute 'insert into cell_history values ' || values_of(news) || ' on conflict do nothing returning *' loop
      changed := changed || added;
    end loop;
  end if;

  select array_agg(json_populate_record(null::cell_summaries, to_json(s))) into summaries from (
    select hotel, min(seen) as first,
      (array_agg(figure order by seen desc) filter (where figure is not null))[1] as figure,
      max(seen) filter (where figure is not null) as seen,
      (array_agg(after_tax order by seen desc) filter (where after_tax is not null))[1] as after_tax,
      max(seen) filter (where after_tax is not null) as after_tax_seen, night, count(figure) as changes,
      count(after_tax) as after_tax_changes, los, occ, quoted, lead, kind, tax
    from (
      select hotel, kind, los, occ, night, seen, lead_bucket(night, seen) as lead,
        case kind when award_kind() then 0 else quoted end as quoted,
        (case when kind = award_kind() or tax is null then 'u' when tax then 'i' else 'e' end)::"char" as tax,
        case kind when award_kind() then points else bar end as figure,
        case when kind <> award_kind() then bar_after_tax end as after_tax
      from unnest(changed)) c
    where figure is not null or after_tax is not null
    group by hotel, kind, los, occ, night, lead, quoted, tax
  ) s;
  if summaries is not null then
    execute 'insert into cell_summaries as s values ' || values_of(summaries) || $conflict$
  on conflict (hotel, kind, los, occ, night, lead, quoted, tax) do update set
    first = least(s.first, excluded.first),
    figure = case when excluded.seen > s.seen or s.seen is null then excluded.figure else s.figure end,
    seen = greatest(s.seen, excluded.seen),
    changes = s.changes + excluded.changes,
    after_tax = case when excluded.after_tax_seen > s.after_tax_seen or s.after_tax_seen is null
      then excluded.after_tax else s.after_tax end,
    after_tax_seen = greatest(s.after_tax_seen, excluded.after_tax_seen),
    after_tax_changes = s.after_tax_changes + excluded.after_tax_changes $conflict$;
  end if;
  if json_array_length(looks) > 0 then
    insert into value_looks as l (hotel, until, nights, fresh_nights)
    select n.hotel, n.until, n.nights, n.nights from json_populate_recordset(null::value_looks, looks) n order by n.hotel
    on conflict (hotel) do update set until = greatest(l.until, excluded.until), nights = l.nights | excluded.nights,
      fresh_nights = l.fresh_nights | excluded.fresh_nights;
  end if;
end
$$;
